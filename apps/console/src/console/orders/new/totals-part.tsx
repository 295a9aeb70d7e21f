import { Alert, Text } from '@mantine/core';
import type { RejectedPromotion } from '@stockbook/client';
import { useText } from '../../text/language.js';
import type { Sums } from '../sums.js';
import { SumsTable } from '../sums-table.js';
import { wordsOf } from '../../server/failures.js';

interface Props {
  readonly sums: Sums;
  readonly currency: string;
  readonly rejected: readonly RejectedPromotion[];
  readonly error: Error | null;
}

/** The goods, the promotions, shipping and taxes, and everything together, with the promotions that do not apply. */
export function TotalsPart({ sums, currency, rejected, error }: Props) {
  const { t } = useText();
  const others = rejected.filter(({ coupon }) => !coupon);
  return (
    <>
      <SumsTable {...{ sums, currency }} />
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
