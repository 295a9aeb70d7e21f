import { Alert, Table, Text } from '@mantine/core';
import type { OrderTotal, RejectedPromotion } from '@stockbook/client';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import { wordsOf } from '../../server/failures.js';

interface Props {
  readonly sums: { readonly goods: number; readonly totals: readonly OrderTotal[]; readonly total: number };
  readonly currency: string;
  readonly rejected: readonly RejectedPromotion[];
  readonly error: Error | null;
}

/** The goods, the promotions, shipping and taxes, and everything together, with the promotions that do not apply. */
export function TotalsPart({ sums: { goods, totals, total }, currency, rejected, error }: Props) {
  const { t } = useText();
  const { money } = useFormat();
  // A tax that prices contain has a second line, which takes it off again.
  const shown = totals.filter(({ code }) => !code.startsWith('tax_included.'));
  const isContained = ({ code }: OrderTotal) =>
    totals.some((each) => each.code === code.replace('tax.', 'tax_included.'));
  const others = rejected.filter(({ coupon }) => !coupon);
  return (
    <>
      <Table aria-label={t('totals')} aria-live="polite">
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              {t('newOrderGoods')}
            </Table.Th>
            <Table.Td className="figure">{money(goods, currency)}</Table.Td>
          </Table.Tr>
          {shown.map((line) => (
            <Table.Tr key={line.code}>
              <Table.Th scope="row" fw={400}>
                {isContained(line) && line.code.startsWith('tax.')
                  ? t('newOrderContained', { tax: line.name })
                  : line.name}
              </Table.Th>
              <Table.Td className="figure">{money(line.price, currency)}</Table.Td>
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
      {error && (
        <Alert mt="sm" color="orange" variant="light" role="alert" title={t('newOrderNotCalculated')}>
          {wordsOf(error)}
        </Alert>
      )}
      {others.length > 0 && (
        <details>
          <Text component="summary" size="sm" c="dimmed">
            {t('newOrderRejected', { total: others.length })}
          </Text>
          {others.map(({ promotion_id, code, message }) => (
            <Text key={`${promotion_id} ${code}`} size="sm" mt={4}>
              {message}
            </Text>
          ))}
        </details>
      )}
    </>
  );
}
