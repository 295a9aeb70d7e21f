import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
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
  const search = useDebouncedCallback((text: string) => onSearch(text.trim() || undefined), PAUSE_MS);
  // Back and a cleared filter change the address, which the field follows.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
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
