import { Combobox, Kbd, Loader, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Kbd.css';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';

const PAUSE_MS = 120;

/** Holds the text that a field still looks up. The order waits for it. */
export interface Reading {
  text: string;
  lookups: Promise<void>;
  /** Takes a code that a scanner has sent into another field. */
  read: (code: string) => void;
}

export const newReading = (): Reading => ({ text: '', lookups: Promise.resolve(), read: () => undefined });

interface Props<T> {
  /** Names what is found, in the cache. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly error?: string | undefined;
  readonly shortcut: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly reading: RefObject<Reading>;
  /** Returns the part of the typed text that is searched. */
  readonly wordsIn?: (typed: string) => string;
  readonly find: (words: string, signal?: AbortSignal) => Promise<readonly T[]>;
  /** Finds what a text names that was typed, or scanned, faster than `find`. */
  readonly lookUp?: (words: string) => Promise<readonly T[]>;
  /** Tells whether Enter takes the first of a list at once; else somebody chooses with the arrows. */
  readonly isTakenByEnter?: (found: T, words: string) => boolean;
  readonly keyOf: (found: T) => string | number;
  readonly show: (found: T) => ReactNode;
  readonly onPick: (found: T, typed: string) => void;
  /** Enter in the empty field goes on. */
  readonly onLeave: () => void;
  /** Returns whether the key has used up what was typed. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>, typed: string) => boolean;
  readonly autoFocus?: boolean;
}

/** A field that finds records by typing or by a scanner, which types a code at once and presses Enter. */
export function Finder<T>(props: Props<T>) {
  const { label, placeholder, shortcut, input, wordsIn = trimmed, find, lookUp = find, keyOf, show, onPick } = props;
  const reading = props.reading.current;
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [trouble, setTrouble] = useState('');
  const [words] = useDebouncedValue(wordsIn(typed), PAUSE_MS);
  const {
    data = [],
    error,
    isFetching,
  } = useQuery({
    queryKey: [props.name, 'found', words],
    queryFn: ({ signal }) => find(words, signal),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const isCurrent = words !== '' && words === wordsIn(typed) && !isFetching;
  const options = typed.trim() ? data : [];
  const combobox = useCombobox();
  const [first] = options;
  const mayTakeFirst = isCurrent && first !== undefined && (props.isTakenByEnter?.(first, words) ?? true);

  // The first one is selected as soon as the list belongs to the text.
  useEffect(() => {
    if (mayTakeFirst) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [isCurrent, options, mayTakeFirst]);

  const write = (text: string) => {
    reading.text = text;
    setTyped(text);
  };
  const type = (text: string) => {
    write(text);
    setTrouble('');
    combobox.resetSelectedOption();
    combobox.openDropdown();
  };
  const pick = (found: T, typed: string) => {
    write('');
    combobox.closeDropdown();
    onPick(found, typed);
  };
  /** A text that names no one record returns to the field, unless another one is typed meanwhile. */
  const readCode = (typed: string) => {
    reading.lookups = reading.lookups.then(async () => {
      const found = await lookUp(wordsIn(typed)).catch((error: unknown) => wordsOf(error));
      if (found.length === 1 && typeof found !== 'string') return onPick(found[0]!, typed);
      const missing = found.length ? '' : t('finderMissing', { text: wordsIn(typed) });
      const words = typeof found === 'string' ? found : missing;
      if (reading.text) {
        const message = [typed, words || t('finderSeveral')].join(': ');
        return void notifications.show({ message, color: 'red', autoClose: false });
      }
      write(typed);
      setTrouble(words);
      combobox.openDropdown();
    });
  };
  useEffect(() => {
    reading.read = readCode;
  });
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (props.onKeyDown?.(event, typed)) type('');
    if (event.defaultPrevented || event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey) return;
    if (combobox.dropdownOpened && isCurrent && combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    if (!wordsIn(typed)) return props.onLeave();
    // The field is free for the next code at once.
    write('');
    readCode(typed);
  };
  const picked = (key: string) => {
    const found = options.find((each) => String(keyOf(each)) === key);
    if (found) pick(found, typed);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={picked} shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          label={label}
          placeholder={placeholder}
          error={trouble || (typed && error ? wordsOf(error) : props.error)}
          value={typed}
          autoFocus={props.autoFocus}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={() => combobox.closeDropdown()}
          rightSectionWidth={48}
          rightSection={
            isFetching ? (
              <Loader size="xs" />
            ) : (
              <Kbd size="xs" visibleFrom="sm">
                {shortcut}
              </Kbd>
            )
          }
        />
      </Combobox.Target>
      <VisuallyHidden role="status">
        {isCurrent && typed ? t(mayTakeFirst ? 'finderFound' : 'finderChoose', { total: options.length }) : ''}
      </VisuallyHidden>
      <Combobox.Dropdown hidden={!options.length}>
        <Combobox.Options aria-label={label}>
          {options.map((found) => (
            <Combobox.Option className="found" key={keyOf(found)} value={String(keyOf(found))}>
              {show(found)}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const trimmed = (typed: string): string => typed.trim();
