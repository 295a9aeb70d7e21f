import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Order, OrderHistoryAdd, OrderStatus } from '@stockbook/client';
import { useState } from 'react';
import { ConflictDialog } from '../../frame/conflict-dialog.js';
import { readOrdersAnew } from '../../api/orders.js';
import { api } from '../../session/session.js';
import { OwnFailure } from '../../text/own-failure.js';
import { useText } from '../../text/language.js';
import { staleFault } from '../../server/failures.js';
import { InDoubt } from '../../frame/in-doubt.js';
import { useOrderChange } from './use-order-change.js';

interface Props {
  readonly order: Order;
  readonly statuses: readonly OrderStatus[];
}

/** Changes the status of an order, or comments on it. */
export function StatusForm({ order, statuses }: Props) {
  const { t } = useText();
  const [status, setStatus] = useState(0);
  const [comment, setComment] = useState('');
  const clear = () => {
    setStatus(0);
    setComment('');
  };
  const change = useOrderChange<OrderHistoryAdd>(order, {
    write: (fields, options) => api().sale.order.addHistory(fields, options),
    isSame: (now, shown) => now.order_status_id === shown.order_status_id,
    onDone: clear,
    undoOf: ({ order_id, order_status_id, order_status }, { order_status_id: set }) =>
      !set || set === order_status_id
        ? undefined
        : async (idempotencyKey) => {
            const back = { order_id, order_status_id, comment: '' };
            await takeBack(back, set, idempotencyKey);
            void readOrdersAnew();
            return t('statusUndone', { status: order_status });
          },
  });
  const { shown, theirs, inDoubt } = change;
  const fields = { order_id: order.order_id, order_status_id: status, comment };
  const words = Object.values(change.faults);
  const mine = statuses.find(({ order_status_id }) => order_status_id === status)?.name ?? shown.order_status;
  if (inDoubt) return <InDoubt {...inDoubt} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.save(fields);
      }}
    >
      {words.length > 0 && (
        <Alert mb="sm" color="red" variant="light" role="alert">
          {words.join(' ')}
        </Alert>
      )}
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('orderNewStatus')}
          value={String(status)}
          onChange={({ currentTarget: { value } }) => {
            change.begin();
            setStatus(Number(value));
          }}
          data={[
            { value: '0', label: t('orderKeepStatus') },
            ...statuses.map(({ order_status_id, name }) => ({ value: String(order_status_id), label: name })),
          ]}
        />
        <TextInput
          style={{ flex: '1 1 14rem' }}
          label={t('comment')}
          value={comment}
          readOnly={change.isPending}
          onChange={({ currentTarget: { value } }) => {
            change.begin();
            setComment(value);
          }}
        />
        <Button type="submit" loading={change.isPending} disabled={!status && !comment.trim()}>
          {t('save')}
        </Button>
      </Group>
      {theirs && (
        <ConflictDialog
          differences={[
            { name: t('status'), theirs: theirs.order_status, mine, isMine: status !== 0 },
            ...(comment ? [{ name: t('comment'), theirs: '', mine: comment, isMine: true }] : []),
          ]}
          onTakeTheirs={() => {
            clear();
            change.clear();
          }}
          onSaveMine={() => change.saveMine(theirs, fields)}
          onClose={change.closeConflict}
        />
      )}
    </form>
  );
}

type Back = Required<Pick<OrderHistoryAdd, 'order_id' | 'order_status_id' | 'comment'>>;

/** Gives an order its former status, unless somebody has changed the status that was set. */
async function takeBack(back: Back, set: number, idempotencyKey: string): Promise<void> {
  const { order } = api().sale;
  const [now] = (await order.get({ order_id: back.order_id, fields: 'order_status_id,revision' })).orders;
  // The answer of an earlier try may be lost.
  if (now?.order_status_id === back.order_status_id) return;
  if (now?.order_status_id !== set) throw new OwnFailure('statusMovedOn');
  try {
    await order.addHistory(back, { idempotencyKey, ifRevision: now.revision });
  } catch (error) {
    if (!staleFault(error)) throw error;
    // Stock changes an order too, and its status stays.
    await takeBack(back, set, idempotencyKey);
  }
}
