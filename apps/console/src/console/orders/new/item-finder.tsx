import { Group, Text } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { useFormat } from '../../api/format.js';
import { isTakenByEnter } from '../../api/item-codes.js';
import { findItems, lookUpItem, type SaleItem } from '../../api/sales.js';
import { pictureAddress } from '../../server/server.js';
import { useText } from '../../text/language.js';
import { wholeIn } from '../../text/numbers.js';
import { type SaleSettings, withItems } from './cart.js';
import type { Change } from './draft/use-draft.js';
import { withPieces } from './draft/draft.js';
import { Finder, type Reading } from './finder.js';

/** `3*mug` is three mugs, and `3*` alone three of the last line. */
const PIECES = /^\s*(\d{1,6})\s*\*\s*(.*)$/;

const wordsIn = (typed: string): string => (PIECES.exec(typed)?.[2] ?? typed).trim();
const piecesIn = (typed: string): number => Number(PIECES.exec(typed)?.[1] ?? 1);

interface Props {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly reading: RefObject<Reading>;
  readonly settings: SaleSettings;
  readonly change: Change;
  readonly error: string | undefined;
  readonly onLeave: () => void;
}

export function ItemFinder({ input, reading, settings, change, error, onLeave }: Props) {
  const { t, language } = useText();
  const stepLast = (event: KeyboardEvent, typed: string) => {
    const step = { '+': 1, '-': -1 }[event.key];
    const isLast = event.key === 'Enter' && PIECES.test(typed) && !wordsIn(typed);
    if (!isLast && (typed || !step)) return false;
    event.preventDefault();
    change((draft) => {
      const last = draft.lines.at(-1);
      if (!last) return draft;
      const pieces = isLast ? piecesIn(typed) : wholeIn(last.quantity, language) + (step ?? 0);
      if (Number.isNaN(pieces)) return draft;
      return { ...draft, lines: [...draft.lines.slice(0, -1), { ...last, quantity: String(Math.max(1, pieces)) }] };
    });
    return isLast;
  };
  return (
    <Finder
      label={t('newOrderItem')}
      placeholder={t('newOrderItemHint')}
      shortcut="F2"
      autoFocus
      {...{ input, reading }}
      error={error}
      wordsIn={wordsIn}
      name="inventory/item"
      find={findItems}
      lookUp={lookUpItem}
      isTakenByEnter={isTakenByEnter}
      keyOf={({ item_id }) => item_id}
      show={(item) => <FoundItem item={item} />}
      onPick={(item, typed) =>
        change((draft) => {
          const { lines } = withItems(draft, [item], settings);
          return { ...draft, lines: withPieces(lines, item, piecesIn(typed), language) };
        })
      }
      onLeave={onLeave}
      onKeyDown={stepLast}
    />
  );
}

function FoundItem({ item }: { readonly item: SaleItem }) {
  const { t } = useText();
  const { money, number } = useFormat();
  return (
    <Group wrap="nowrap" gap="sm">
      {item.thumb ? <img className="thumb" src={pictureAddress(item.thumb)} alt="" /> : <span className="thumb" />}
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={550} truncate>
          {item.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {[item.sku, t('newOrderAvailable', { quantity: number(item.quantity) })].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Text size="sm" className="figure">
        {money(item.price)}
      </Text>
    </Group>
  );
}
