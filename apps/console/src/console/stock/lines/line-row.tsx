import { Badge, Text } from '@mantine/core';
import { useId } from 'react';
import { type TextName, useText } from '../../text/language.js';
import { useNumbers } from '../../text/use-numbers.js';
import { isDone, isDue, type LineState, stateOf } from '../move/line-state.js';
import type { Line } from '../move/line.js';
import type { MoveList } from '../move/move-list.js';
import { Blank, ItemName } from './item-name.js';
import { LineActions } from './line-actions.js';
import { LineConflict } from './line-conflict.js';
import { LineOffer } from './line-offer.js';
import { UnsureLine } from './unsure-line.js';
import { ValueField } from './value-field.js';

export interface RowProps {
  readonly line: Line;
  readonly list: MoveList;
  readonly isAway: boolean;
  /** The page adds this to the item, for example the pieces that a purchase order asks for. */
  readonly note: string | undefined;
  readonly isCurrent: boolean;
  /** The currency of the costs; absent where none are shown. */
  readonly costCurrency: string | undefined;
  readonly onLeave: () => void;
  readonly onScan: (text: string) => void;
}

const WORDS: Readonly<Record<LineState | 'waiting', TextName>> = {
  finding: 'stockFinding',
  saving: 'stockSaving',
  waiting: 'stockWaiting',
  saved: 'stockSaved',
  unchanged: 'stockUnchanged',
  undone: 'stockUndone',
  closed: 'stockClosed',
  failed: 'stockFailed',
  conflict: 'stockConflict',
  choose: 'stockChoose',
  unsure: 'stockUnsure',
};
const COLOURS: Partial<Record<LineState | 'waiting', string>> = { saved: 'teal', closed: 'teal', failed: 'red' };
/** In these states the line waits for something. */
const WAITING: readonly string[] = ['conflict', 'choose', 'unsure', 'waiting'];
const FIELD = /\.?(quantity|cost)$/;

/** One line with its state, and with whatever the user has to decide. */
export function LineRow({ line, list, isAway, note, isCurrent, costCurrency, onLeave, onScan }: RowProps) {
  const { t } = useText();
  const { write } = useNumbers();
  const faultId = useId();
  const { id, item, text, wanted, seen, faults = [], is_undone } = line;
  const state = stateOf(line);
  const shown = isAway && isDue(line) ? 'waiting' : state;
  const name = item?.name ?? text;
  const isFixed = Boolean(is_undone || line.is_closed || state === 'unsure' || (line.is_earlier && isDone(line)));
  const faultIdOf = (field: string) =>
    faults.some((fault) => FIELD.exec(fault.field ?? '')?.[1] === field) ? faultId : undefined;
  return (
    <li className="stock-line" data-state={state} data-current={isCurrent || undefined} aria-label={name}>
      {item ? <ItemName item={item} /> : <NameOfText text={text} />}
      {costCurrency && item && (
        <ValueField
          label={t('cost')}
          name={t('stockCostOf', { name, currency: costCurrency })}
          unit={costCurrency}
          kind="amount"
          value={line.cost === undefined ? '' : write(Number(line.cost))}
          isReadOnly={isFixed}
          faultId={faultIdOf('cost')}
          onNumber={(cost) => list.change(id, { cost: String(cost) })}
          onCode={onScan}
          onLeave={onLeave}
        />
      )}
      <ValueField
        label={t('quantity')}
        name={t('stockQuantityOf', { name })}
        value={String(wanted ?? seen ?? '')}
        kind="whole"
        isReadOnly={isFixed}
        faultId={faultIdOf('quantity')}
        onNumber={(pieces) => list.setQuantity(id, pieces)}
        onCode={onScan}
        onLeave={onLeave}
      />
      <div className="stock-state">
        <Badge
          variant="light"
          color={WAITING.includes(shown) ? 'orange' : (COLOURS[shown] ?? 'gray')}
          className={WAITING.includes(shown) ? 'stock-waits' : undefined}
          tt="none"
          size="lg"
        >
          {t(WORDS[shown])}
        </Badge>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      <LineActions line={line} state={state} list={list} />
      <div className="stock-more" id={faultId}>
        {state === 'conflict' && <LineConflict line={line} list={list} />}
        {state === 'choose' && (
          <LineOffer
            line={line}
            onChoose={(chosen) => {
              list.choose(id, chosen);
              onLeave();
            }}
          />
        )}
        {state === 'unsure' && <UnsureLine line={line} list={list} />}
        {state === 'failed' && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {faults.map(({ message }) => message || t('stockUnknown', { text })).join(' ')}
          </Text>
        )}
      </div>
    </li>
  );
}

const NameOfText = ({ text }: { readonly text: string }) => (
  <div className="named stock-item">
    <Blank />
    <Text fw={550}>{text}</Text>
  </div>
);
