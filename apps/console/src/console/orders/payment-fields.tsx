import { Button, CloseButton, Group, NativeSelect, Stack } from '@mantine/core';
import type { PaymentMethod } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { NumberInput } from '../frame/number-input.js';
import { useText } from '../text/language.js';

export interface PaymentValue {
  readonly payment_method_id: number;
  /** Empty for the last payment, which takes what the others leave. */
  readonly amount: string;
}

interface Props {
  readonly payments: readonly PaymentValue[];
  readonly methods: readonly PaymentMethod[];
  /** The amount that is left for the last payment. */
  readonly rest: number;
  readonly currency: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (payments: readonly PaymentValue[]) => void;
}

/** One payment of the whole total, or several that add up to it. */
export function PaymentFields({ payments: given, methods, rest, currency, faults, onChange }: Props) {
  const { t } = useText();
  const { money } = useFormat();
  const first = methods[0]?.payment_method_id ?? 0;
  const payments = given.length ? given : [{ payment_method_id: first, amount: '' }];
  const edit = (place: number, fields: Partial<PaymentValue>) =>
    onChange(payments.map((payment, i) => (i === place ? { ...payment, ...fields } : payment)));
  const unusedIn = (used: readonly PaymentValue[]) =>
    methods.find(({ payment_method_id: id }) => !used.some((each) => each.payment_method_id === id))
      ?.payment_method_id ?? first;
  const last = payments.length - 1;
  return (
    <Stack gap="xs">
      {payments.map(({ payment_method_id, amount }, place) => (
        <Group key={place} gap="xs" wrap="nowrap" align="flex-start">
          <NativeSelect
            style={{ flex: 1 }}
            aria-label={t('paymentMethodOf', { number: place + 1 })}
            value={String(payment_method_id)}
            error={faults[`payments[${place}].payment_method`] ?? (place === 0 ? faults['payment_method'] : undefined)}
            onChange={({ currentTarget: { value } }) => edit(place, { payment_method_id: Number(value) })}
            data={methods.map(({ payment_method_id, name }) => ({ value: String(payment_method_id), label: name }))}
          />
          {last > 0 && (
            <NumberInput
              w={112}
              readOnly={place === last}
              variant={place === last ? 'filled' : 'default'}
              aria-label={t('paymentAmountOf', { number: place + 1 })}
              value={place === last ? money(rest, currency) : amount}
              error={faults[`payments[${place}].total`] ?? (place === last ? faults['payments'] : undefined)}
              onText={(amount) => edit(place, { amount })}
            />
          )}
          {last > 0 && (
            <CloseButton
              mt={4}
              aria-label={t('paymentRemove', { number: place + 1 })}
              onClick={() => onChange(payments.filter((_, i) => i !== place))}
            />
          )}
        </Group>
      ))}
      {methods.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...payments, { payment_method_id: unusedIn(payments), amount: '' }])}
        >
          {t('paymentAdd')}
        </Button>
      )}
    </Stack>
  );
}
