import { Alert, Checkbox, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { RejectedPromotion } from '@stockbook/client';
import { useText } from '../../text/language.js';
import type { Sums } from '../sums.js';
import { SumsTable } from '../sums-table.js';
import { wordsOf } from '../../server/failures.js';
import type { Calculation } from './use-calculation.js';

interface Props {
  readonly sums: Sums;
  readonly currency: string;
  readonly rejected: readonly RejectedPromotion[];
  readonly calculation: Calculation;
  /** A field shows already why there is no calculation. */
  readonly isAtField: boolean;
}

/** The goods, the promotions, shipping and taxes, and everything together, with the promotions that do not apply. */
export function TotalsPart({ sums, currency, rejected, calculation, isAtField }: Props) {
  const { t } = useText();
  const { error, hasFailed, isWithout, confirmWithout } = calculation;
  const others = rejected.filter(({ coupon }) => !coupon);
  return (
    <>
      <SumsTable {...{ sums, currency }} />
      {hasFailed && !isAtField && (
        <Alert mt="sm" color="orange" variant="light" role="alert" title={t('newOrderNotCalculated')}>
          {error && wordsOf(error)}
          <Checkbox
            mt="sm"
            label={t('newOrderWithout')}
            checked={isWithout}
            onChange={({ currentTarget: { checked } }) => confirmWithout(checked)}
          />
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
