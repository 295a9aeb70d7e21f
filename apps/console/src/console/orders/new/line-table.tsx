import { Box, CloseButton, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { OrderTotal } from '@stockbook/client';
import { type KeyboardEvent, useRef } from 'react';
import { useFormat } from '../../api/format.js';
import { NumberInput } from '../../frame/number-input.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { isScannedCode, wholeIn } from '../../text/numbers.js';
import { exact } from '../amounts.js';
import { type Calculated, lineOf, locationIdOf, type SaleSettings, usualPrice } from './cart.js';
import { goodsOf } from '../sums.js';
import type { Draft, DraftLine } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

interface Props {
  readonly draft: Draft;
  readonly settings: SaleSettings;
  readonly calculated: Calculated | undefined;
  readonly faults: Readonly<Record<string, string>>;
  readonly change: Change;
  /** Enter in a line leads back to the field of the items. */
  readonly onLeave: () => void;
  /** A scanner has sent a code into a quantity. */
  readonly onScan: (code: string) => void;
}

export function LineTable({ draft, settings, calculated, faults, change, onLeave, onScan }: Props) {
  const { t } = useText();
  const { money, number } = useFormat();
  const locationId = locationIdOf(draft, settings);
  const focused = useRef('');
  const edit = (place: number, fields: Partial<DraftLine>) =>
    change((draft) => ({
      ...draft,
      lines: draft.lines.map((line, i) => (i === place ? { ...line, ...fields } : line)),
    }));
  const remove = (place: number) => {
    change((draft) => ({ ...draft, lines: draft.lines.filter((_, i) => i !== place) }));
    onLeave();
  };
  const press = (event: KeyboardEvent, place: number) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter' && !event.ctrlKey) onLeave();
    if (!step) return;
    event.preventDefault();
    const quantity = wholeIn(draft.lines[place]?.quantity ?? '', settings.language) || 0;
    edit(place, { quantity: String(Math.max(1, quantity + step)) });
  };
  const leaveQuantity = (place: number, typed: string) => {
    if (!isScannedCode(typed)) return;
    edit(place, { quantity: focused.current });
    onScan(typed);
  };
  return (
    <Wide label={t('lines')}>
      <Table aria-label={t('lines')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th w={88}>{t('quantity')}</Table.Th>
            <Table.Th w={112} visibleFrom="sm">
              {t('price')}
            </Table.Th>
            <Table.Th className="figure">{t('total')}</Table.Th>
            <Table.Th w={44} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {draft.lines.map((line, place) => {
            const { item } = line;
            const { quantity, price } = lineOf(line, draft, settings);
            const there =
              item.locations.find(({ location_id }) => location_id === locationId)?.quantity ?? item.quantity;
            const isShort = there < quantity;
            const isMoved = line.price_before !== undefined && !line.price.trim() && line.price_before !== price;
            const fault = faults[`products[${place}]`] ?? faults[`products[${place}].item_id`];
            const priceField = (
              <NumberInput
                size="xs"
                aria-label={t('newOrderPriceOf', { item: item.name })}
                value={line.price}
                placeholder={money(usualPrice(item, draft, locationId))}
                error={faults[`products[${place}].price`]}
                onText={(price) => edit(place, { price })}
                onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && onLeave()}
              />
            );
            return (
              <Table.Tr key={item.item_id} style={{ verticalAlign: 'top' }}>
                <Table.Td>
                  <Text size="sm" fw={550}>
                    {item.name}
                  </Text>
                  <Text size="xs" c={isShort ? 'var(--warning)' : 'dimmed'}>
                    {[item.sku, t(isShort ? 'newOrderShort' : 'newOrderAvailable', { quantity: number(there) })]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                  {isMoved && (
                    <Text size="xs" c="var(--warning)">
                      {t('newOrderPriceMoved', { before: money(line.price_before ?? 0), now: money(price) })}
                    </Text>
                  )}
                  <Box hiddenFrom="sm" mt={4} w={112}>
                    {priceField}
                  </Box>
                  {fault && (
                    <Text size="xs" c="var(--danger)">
                      {fault}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    kind="whole"
                    size="xs"
                    aria-label={t('newOrderQuantityOf', { item: item.name })}
                    value={line.quantity}
                    error={faults[`products[${place}].quantity`]}
                    onFocus={(event) => {
                      focused.current = line.quantity;
                      event.currentTarget.select();
                    }}
                    onBlur={() => leaveQuantity(place, line.quantity)}
                    onText={(quantity) => edit(place, { quantity })}
                    onKeyDown={(event) => press(event, place)}
                  />
                </Table.Td>
                <Table.Td visibleFrom="sm">{priceField}</Table.Td>
                <Table.Td className="figure">
                  {money(exact(goodsOf({ quantity, price }) + sumOf(calculated?.products[place]?.totals)))}
                </Table.Td>
                <Table.Td>
                  <CloseButton
                    size="sm"
                    aria-label={t('newOrderRemove', { item: item.name })}
                    onClick={() => remove(place)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

const sumOf = (totals: readonly OrderTotal[] = []): number => totals.reduce((sum, { price }) => sum + price, 0);
