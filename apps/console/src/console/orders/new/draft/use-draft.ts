import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useUserStore } from '../../../session/use-user-store.js';
import { useText } from '../../../text/language.js';
import { type Draft, inLanguage } from './draft.js';
import { KeptDrafts } from './kept-drafts.js';

export type Change = (change: (draft: Draft) => Draft) => void;

/** The draft that the address names, or a new one, which the address names once it has something. */
export function useDraft() {
  const { draft: id } = useSearch({ from: '/orders/new' });
  const navigate = useNavigate({ from: '/orders/new' });
  const { language } = useText();
  const { user, store } = useUserStore();
  const kept = useMemo(() => new KeptDrafts(user, store), [user, store]);
  const [stored, setDraft] = useState(() => kept.read(id) ?? kept.begin(language));
  const draft = useMemo(() => inLanguage(stored, language), [stored, language]);
  const [others, setOthers] = useState(() => kept.list());
  const current = useRef(stored);
  const latest = () => inLanguage(current.current, language);

  const show = (draft: Draft) => {
    current.current = draft;
    setDraft(draft);
  };
  const open = (draft: Draft) => {
    show(draft);
    setOthers(kept.list());
  };
  useEffect(() => {
    if (id !== draft.id) open(kept.read(id) ?? kept.begin(language));
  }, [id]);
  // Another tab may go on with this draft, or place it.
  useEffect(() => kept.watch(draft.id, (theirs) => open(theirs ?? kept.begin(language))));

  const change: Change = (change) => {
    const next = change(latest());
    if (next === current.current) return;
    kept.keep(next);
    show(next);
  };
  // A kept draft that the address names is opened next, so its address stays.
  const isNamed = id === draft.id || kept.read(id) !== undefined;
  const isBegun = kept.read(draft.id) !== undefined;
  useEffect(() => {
    if (isBegun && !isNamed) void navigate({ search: { draft: draft.id }, replace: true, resetScroll: false });
  }, [isBegun, isNamed, draft.id, navigate]);

  return {
    draft,
    /** The draft with what was found since the page was drawn. */
    latest,
    change,
    others: others.filter((other) => other.id !== draft.id),
    begin: () => void navigate({ search: {} }),
    resume: (other: Draft) => void navigate({ search: { draft: other.id } }),
    forget: (given: Draft) => kept.forget(given),
    leave: (placed: Draft) => kept.place(placed),
  };
}
