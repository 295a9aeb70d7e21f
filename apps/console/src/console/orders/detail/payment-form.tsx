import { Alert, Button, Group, Stack } from '@mantine/core';
import type { Order, OrderEdit, PaymentMethod } from '@stockbook/client';
import { useState } from 'react';
import { useFormat } from '../../api/format.js';
import { ConflictDialog } from '../../frame/conflict-dialog.js';
import { api } from '../../session/session.js';
import { useText } from '../../text/language.js';
import { useNumbers } from '../../text/use-numbers.js';
import { exact } from '../amounts.js';
import { InDoubt } from '../../frame/in-doubt.js';
import { PaymentFields, type PaymentValue } from '../payment-fields.js';
import { useOrderChange } from './use-order-change.js';

interface Props {
  readonly order: Order;
  readonly methods: readonly PaymentMethod[];
  readonly onLeave: () => void;
}

/** The payments of an order as somebody changes them. All are sent, and they add up to its total. */
export function PaymentForm({ order, methods, onLeave }: Props) {
  const { t } = useText();
  const { money } = useFormat();
  const { read, write } = useNumbers();
  // The page reads the order anew now and then; the form stays with the one that it began with.
  const [begun] = useState(order);
  const [payments, setPayments] = useState<readonly PaymentValue[]>(() => valuesOf(order, methods, write));
  const textOf = ({ payments, payment_method, currency }: Pick<Order, 'payments' | 'payment_method' | 'currency'>) =>
    payments.map((each) => `${each.payment_method} ${money(each.total, currency)}`).join(', ') || payment_method;
  const change = useOrderChange<OrderEdit>(begun, {
    write: (fields, options) => api().sale.order.edit(fields, options),
    isSame: (now, shown) => now.total === shown.total && textOf(now) === textOf(shown),
    onDone: onLeave,
  });
  const { shown, theirs, inDoubt, faults } = change;
  const { order_id, total, currency } = shown;
  const given = payments.slice(0, -1).map(({ amount }) => read(amount));
  const rest = exact(total - given.reduce((sum, amount) => sum + (amount || 0), 0));
  const chosen = payments.map(({ payment_method_id: id }, place) => ({
    payment_method: methods.find(({ payment_method_id }) => payment_method_id === id)?.name ?? '',
    total: given[place] ?? rest,
  }));
  const fields: OrderEdit =
    chosen.length > 1
      ? { order_id, split_payment: 1, payments: chosen }
      : { order_id, split_payment: 0, payment_method: payments[0]?.payment_method_id ?? 0 };
  const general = Object.entries(faults).filter(([field]) => !/^payment/.test(field));
  if (inDoubt) return <InDoubt {...inDoubt} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.save(fields);
      }}
    >
      <Stack gap="sm">
        {general.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            {general.map(([, words]) => words).join(' ')}
          </Alert>
        )}
        <PaymentFields {...{ payments, methods, rest, faults, currency }} onChange={setPayments} />
        <Group gap="sm">
          <Button type="submit" loading={change.isPending}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={onLeave}>
            {t('paymentCancel')}
          </Button>
        </Group>
      </Stack>
      {theirs && (
        <ConflictDialog
          differences={[
            {
              name: t('payments'),
              theirs: textOf(theirs),
              mine: textOf({ payments: chosen, payment_method: '', currency }),
              isMine: true,
            },
            { name: t('total'), theirs: money(theirs.total, currency), mine: money(total, currency), isMine: false },
          ]}
          onTakeTheirs={onLeave}
          onSaveMine={() => change.saveMine(theirs, fields)}
          onClose={change.closeConflict}
        />
      )}
    </form>
  );
}

function valuesOf(
  { payments, payment_method }: Order,
  methods: readonly PaymentMethod[],
  write: (amount: number) => string,
): readonly PaymentValue[] {
  const idOf = (wanted: string) => methods.find(({ name }) => name === wanted)?.payment_method_id ?? 0;
  const known = payments.length ? payments : [{ payment_method, total: 0 }];
  return known.map(({ payment_method, total }, place) => ({
    payment_method_id: idOf(payment_method),
    amount: place === known.length - 1 ? '' : write(total),
  }));
}
