import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import { useDebouncedValue } from '@mantine/hooks';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useFormat } from '../../api/format.js';
import { isTakenByEnter } from '../../api/item-codes.js';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import { findRequest, lineItemOf } from '../move/find-items.js';
import type { LineItem } from '../move/line.js';
import { ItemName } from '../lines/item-name.js';
import { type Entry, readEntry } from './read-entry.js';
import { useBurst } from './use-burst.js';
import { useTypingAnywhere } from './use-typing-anywhere.js';

const PAUSE_MS = 100;
const SHORTEST = 2;

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  /** The line that a number is for. */
  readonly current: string | undefined;
  readonly locationId: number;
  readonly onEntry: (entry: Entry) => void;
  readonly onPick: (item: LineItem, text: string) => void;
  /** A scan would be lost before. */
  readonly isReady: boolean;
  readonly fault: string | undefined;
  readonly children: ReactNode;
}

/** The one field for a scanner and for typing. It never waits for the server. */
export function ScanField({ field, current, locationId, onEntry, onPick, isReady, fault, children }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const [text, setText] = useState('');
  const burst = useBurst();
  const { found, isFresh } = useFound(text);
  const entry = readEntry(text, { hasLine: current !== undefined, isBurst: false });
  const isNumber = entry !== undefined && entry.kind !== 'scan';
  const combobox = useCombobox({ opened: isFresh && found.length > 0 });
  useTypingAnywhere(field);
  useEffect(() => {
    if (isReady) field.current?.focus();
  }, [isReady, field]);
  const mayTakeFirst = !isNumber && found[0] !== undefined && isTakenByEnter(found[0], text);
  useEffect(() => {
    if (mayTakeFirst) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [found, mayTakeFirst]);

  const clear = () => {
    setText('');
    burst.reset();
  };
  const enter = () => {
    const entered = readEntry(text, { hasLine: current !== undefined, isBurst: burst.isBurst() });
    clear();
    if (entered) onEntry(entered);
  };
  const pick = (id: string) => {
    const item = found.find(({ item_id }) => item_id === Number(id));
    clear();
    if (item) onPick(lineItemOf(item, locationId), text);
  };
  const type = (typed: string) => {
    if (!typed) burst.reset();
    burst.note();
    setText(typed);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') clear();
    const isPicking = combobox.dropdownOpened && combobox.getSelectedOptionIndex() !== -1;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isPicking) return;
    event.preventDefault();
    enter();
  };
  const hint =
    isNumber && current
      ? t(entry.kind === 'set' ? 'stockSets' : 'stockAdds', { name: current, pieces: text.trim() })
      : t('stockScanHint');
  return (
    <Combobox store={combobox} onOptionSubmit={pick} withinPortal={false} position="bottom-start">
      <Combobox.Target>
        <TextInput
          ref={field}
          size="lg"
          label={t('stockScan')}
          description={hint}
          error={fault}
          placeholder={t('searchItems')}
          autoComplete="off"
          disabled={!isReady}
          spellCheck={false}
          enterKeyHint="done"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
          rightSection={children}
          rightSectionWidth={116}
          className="stock-scan"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('items')}>
          {found.map((item) => (
            <Combobox.Option key={item.item_id} value={String(item.item_id)}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <ItemName item={lineItemOf(item, locationId)} />
                <Text size="sm" className="figure">
                  {t('stockAvailable', { pieces: number(lineItemOf(item, locationId).available) })}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const NONE: readonly Item[] = [];

/** Searches after a short pause, which a scanner does not make. */
function useFound(text: string): { readonly found: readonly Item[]; readonly isFresh: boolean } {
  const { view_cost } = useMyself();
  const [waited] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data, isPlaceholderData } = useQuery({
    ...itemQueries.list(findRequest(waited, view_cost)),
    enabled: waited.length >= SHORTEST,
  });
  const isFresh = waited === text.trim() && waited.length >= SHORTEST && data !== undefined && !isPlaceholderData;
  return { found: isFresh ? data.items : NONE, isFresh };
}
