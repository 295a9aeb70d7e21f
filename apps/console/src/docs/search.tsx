import { search as load } from 'content:loaders';
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import MiniSearch from 'minisearch';
import { goTo, Link } from './address.js';
import type { SearchEntry } from './content.js';
import { useLoaded } from './loaded.js';

const SHOWN = 12;

/** The button of the search; `/` and Ctrl-K open it everywhere. */
export function SearchBox() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isWriting = (event.target as HTMLElement).closest('input, textarea, select');
      const isAsked = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isAsked && (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className="search-button" aria-label="Search" onClick={() => setOpen(true)}>
        <span aria-hidden="true">⌕</span>
        <span>Search</span>
        <kbd>/</kbd>
      </button>
      {isOpen && <SearchDialog close={() => setOpen(false)} />}
    </>
  );
}

function SearchDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const shown = useDeferredValue(text);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="search"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
      aria-label="Search"
    >
      <Suspense fallback={<p className="loading">Loading …</p>}>
        <Results {...{ text, shown, setText, close }} />
      </Suspense>
    </dialog>
  );
}

interface Props {
  readonly text: string;
  /** The text that the results are of. It lags behind while someone types fast. */
  readonly shown: string;
  readonly setText: (text: string) => void;
  readonly close: () => void;
}

function Results({ text, shown, setText, close }: Props) {
  const entries = useLoaded('search', load);
  const index = useMemo(() => indexOf(entries), [entries]);
  const found = useMemo(
    () =>
      index
        .search(shown)
        .slice(0, SHOWN)
        .map(({ id }) => entries[Number(id)]!),
    [index, entries, shown],
  );
  const [chosen, setChosen] = useState(0);
  useEffect(() => setChosen(0), [shown]);
  useEffect(() => document.getElementById(`found-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const open = (entry: SearchEntry | undefined) => {
    if (!entry) return;
    close();
    goTo(entry.at);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((chosen + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') open(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length ? `found-${chosen}` : undefined}
        aria-label="Search guides, operations and fields"
        placeholder="Guides, operations, fields"
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ul id="found" role="listbox" aria-label="Results">
        {found.map((entry, at) => (
          <li
            key={entry.at}
            id={`found-${at}`}
            role="option"
            aria-selected={at === chosen}
            onClick={() => open(entry)}
            onMouseMove={() => setChosen(at)}
          >
            <small>{entry.of}</small>
            <strong>{entry.title}</strong>
            <span>{excerptOf(entry, shown)}</span>
          </li>
        ))}
      </ul>
      {shown.trim() && !found.length && <p className="loading">Nothing is found for “{shown}”.</p>}
      <p className="keys">
        <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.{' '}
        <Link to="reference" onClickCapture={close}>
          All operations
        </Link>
      </p>
    </>
  );
}

function indexOf(entries: readonly SearchEntry[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['title', 'text', 'also', 'fields'],
    // `filter_channel_id` is found as a whole and by its words, and `addImage` by both of its words.
    tokenize: (text) => [
      ...(text.match(/[\p{L}\p{N}_]+/gu) ?? []),
      ...text
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ],
    searchOptions: {
      boost: { title: 4, also: 3, text: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      tokenize: (text) =>
        text
          .toLowerCase()
          .split(/[^\p{L}\p{N}_]+/u)
          .filter(Boolean),
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return index;
}

/** Returns the words around the first one that was looked for. */
function excerptOf({ text, fields = '' }: SearchEntry, query: string): string {
  const [word = ''] = query.toLowerCase().split(/\s+/);
  const whole = text.toLowerCase().includes(word) || !fields.toLowerCase().includes(word) ? text : fields;
  const at = Math.max(0, whole.toLowerCase().indexOf(word) - 40);
  return `${at ? '… ' : ''}${whole.slice(at, at + 130)}`;
}
