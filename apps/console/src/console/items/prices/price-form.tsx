import { Button, Group, NativeSelect, Paper, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import type { PricedItem } from '../../api/prices.js';
import { useFormat } from '../../api/format.js';
import { Pages } from '../../frame/pages.js';
import { oneOf } from '../../frame/search-values.js';
import { NumberInput } from '../../frame/number-input.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { NO_RULE, priceBy, type PriceRule, WAYS } from './price-rule.js';
import { type PriceChange, runPrices } from './price-run.js';
import { PAGE_SIZE } from './price-search.js';

interface Props {
  readonly items: readonly PricedItem[];
  readonly page: number;
  readonly onGo: (page: number) => void;
}

/** Takes the rule and shows each price before and after it. Nothing is written before somebody says so. */
export function PriceForm({ items, page, onGo }: Props) {
  const { t, language } = useText();
  const { number, decimals } = useFormat();
  const [texts, setTexts] = useState(NO_RULE);
  const rule = useMemo((): PriceRule => ({ ...texts, language }), [texts, language]);
  const report = useReport();
  const digits = decimals();
  const [lines, changes] = useMemo(() => changesBy(rule, items, digits), [rule, items, digits]);
  const set = (change: Partial<PriceRule>) => setTexts((texts) => ({ ...texts, ...change }));
  return (
    <>
      <Paper withBorder p="md">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (changes.length) void runPrices(rule, changes).then(report);
          }}
        >
          <Group gap="sm" align="flex-end">
            <NativeSelect
              w={{ base: '100%', xs: 'auto' }}
              label={t('priceWay')}
              value={rule.way}
              onChange={({ currentTarget: { value } }) => set({ way: oneOf(WAYS, value) ?? rule.way })}
              data={WAYS.map((value) => ({ value, label: t(`priceWay_${value}`) }))}
            />
            <Amount label={t('priceValue')} value={rule.value} onText={(value) => set({ value })} autoFocus />
            <Amount label={t('priceMultiple')} value={rule.multiple} onText={(multiple) => set({ multiple })} />
            <Amount label={t('priceLess')} value={rule.less} onText={(less) => set({ less })} />
            <Button type="submit" disabled={!changes.length}>
              {changes.length ? t('priceStart', { count: number(changes.length) }) : t('priceChange')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" mt="xs">
            {t('priceRoundingNote')}
          </Text>
        </form>
      </Paper>
      <Preview lines={lines.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
      <Pages page={page} size={PAGE_SIZE} total={items.length} onGo={onGo} />
    </>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly autoFocus?: boolean;
}

const Amount = (input: AmountProps) => <NumberInput {...input} autoComplete="off" w={{ base: '100%', xs: 180 }} />;

interface Line {
  readonly item: PricedItem;
  readonly after: number | undefined;
}

function changesBy(rule: PriceRule, items: readonly PricedItem[], decimals: number): [Line[], PriceChange[]] {
  const lines = items.map((item) => ({ item, after: priceBy(rule, item.price, decimals) }));
  const changes = lines.flatMap(({ item, after }) =>
    after === undefined || after === item.price ? [] : { item, after, key: crypto.randomUUID() },
  );
  return [lines, changes];
}

function Preview({ lines }: { readonly lines: readonly Line[] }) {
  const { t } = useText();
  const { money } = useFormat();
  return (
    <Paper withBorder>
      <Wide label={t('pricePreview')}>
        <Table verticalSpacing="xs" horizontalSpacing="md" aria-label={t('pricePreview')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th className="figure">{t('priceBefore')}</Table.Th>
              <Table.Th className="figure">{t('priceAfter')}</Table.Th>
              <Table.Th className="figure" visibleFrom="xs">
                {t('priceDifference')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ item, after = item.price }) => {
              const isChanged = after !== item.price;
              return (
                <Table.Tr key={item.item_id} c={isChanged ? undefined : 'dimmed'}>
                  <Table.Td>{item.name}</Table.Td>
                  <Table.Td className="figure">{money(item.price)}</Table.Td>
                  <Table.Td className="figure" fw={isChanged ? 600 : undefined}>
                    {money(after)}
                  </Table.Td>
                  <Table.Td className="figure" visibleFrom="xs">
                    {isChanged && `${after > item.price ? '+' : '−'}${money(Math.abs(after - item.price))}`}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Wide>
    </Paper>
  );
}

/** Returns a function that says how a run ended, wherever its user is by then. */
export function useReport(): (changes: readonly PriceChange[] | undefined) => void {
  const { t } = useText();
  return (changes) => {
    if (!changes) return;
    const saved = changes.filter(({ outcome }) => outcome === 'saved').length;
    notifications.show({ message: t('priceDone', { saved, others: changes.length - saved }) });
  };
}
