import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/language.js';

/** Keys that follow faster than this are one search. */
const PAUSE_MS = 40;

interface Props {
  readonly value: string;
  readonly placeholder: string;
  readonly onSearch: (text: string | undefined) => void;
}

/** Searches as somebody types, after a short pause. */
export function SearchField({ value, placeholder, onSearch }: Props) {
  const { t } = useText();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useDebouncedCallback((typed: string) => {
    sent.current = typed.trim();
    onSearch(sent.current || undefined);
  }, PAUSE_MS);
  // The field follows Back and a cleared filter. The address of its own search may come after more letters.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    search.cancel();
    setText(value);
  }, [value]);
  const type = (typed: string) => {
    setText(typed);
    search(typed);
  };
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      rightSection={text && <CloseButton size="sm" aria-label={t('clearFilters')} onClick={() => type('')} />}
      style={{ flex: '1 1 16rem' }}
    />
  );
}
