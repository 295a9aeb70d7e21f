import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { OrderTotal } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { useText } from '../text/language.js';
import { exact } from './amounts.js';

/** The sums of an order: its goods, the amounts beside them, and everything. */
export interface Sums {
  readonly goods: number;
  readonly totals: readonly OrderTotal[];
  readonly total: number;
}

interface Line {
  readonly quantity: number;
  readonly price: number;
  readonly discount?: number;
  readonly discount_total?: number;
  readonly totals?: readonly OrderTotal[];
}

export const goodsOf = ({ quantity, price, discount = 0, discount_total = 0 }: Line): number =>
  exact(quantity * (price - discount) - discount_total) || 0;

/** Adds the amounts of lines and of the whole order up by their codes. */
export function sumsOf(lines: readonly Line[], beside: readonly OrderTotal[]): Sums {
  const goods = exact(lines.reduce((sum, line) => sum + goodsOf(line), 0));
  const totals = new Map<string, OrderTotal>();
  for (const total of [...lines.flatMap(({ totals }) => totals ?? []), ...beside]) {
    const price = exact((totals.get(total.code)?.price ?? 0) + total.price);
    totals.set(total.code, { ...total, price });
  }
  const all = [...totals.values()];
  const total = exact(all.reduce((sum, { price }) => sum + (price || 0), goods));
  return { goods, totals: all.sort((one, other) => one.sort_order - other.sort_order), total };
}

export function SumsTable({
  sums: { goods, totals, total },
  currency,
}: {
  readonly sums: Sums;
  readonly currency: string;
}) {
  const { t } = useText();
  const { money } = useFormat();
  // A tax that prices contain has a second line, which takes it off again.
  const contained = (code: string) => totals.some((each) => each.code === code.replace(/^tax\./, 'tax_included.'));
  const shown = totals.filter(({ code }) => !code.startsWith('tax_included.'));
  return (
    <Table aria-label={t('totals')}>
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            {t('orderGoods')}
          </Table.Th>
          <Table.Td className="figure">{money(goods, currency)}</Table.Td>
        </Table.Tr>
        {shown.map(({ code, name, price }) => (
          <Table.Tr key={code}>
            <Table.Th scope="row" fw={400}>
              {code.startsWith('tax.') && contained(code) ? t('orderContained', { tax: name }) : name}
            </Table.Th>
            <Table.Td className="figure">{money(price, currency)}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row" fz="lg">
            {t('total')}
          </Table.Th>
          <Table.Td className="figure" fz="lg" fw={650}>
            {money(total, currency)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
