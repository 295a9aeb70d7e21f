import { Alert, Button, Checkbox, Group, Kbd, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Kbd.css';
import { notifications } from '@mantine/notifications';
import type { CreditNoteAdd, Order } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormat } from '../../api/format.js';
import { readOrdersAnew } from '../../api/orders.js';
import { useMyself } from '../../api/rights.js';
import { saleSettingQueries } from '../../api/sale-settings.js';
import { useKeys } from '../../frame/keys/keys.js';
import { Part } from '../../frame/part.js';
import { api } from '../../session/session.js';
import { isOverCredit, wordsByField } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useNumbers } from '../../text/use-numbers.js';
import { exact } from '../amounts.js';
import { InDoubt } from '../../frame/in-doubt.js';
import { useOnce } from '../../frame/use-once.js';
import { type Left, worthOf } from './credited.js';
import { type Chosen, RefundLines } from './refund-lines.js';

interface Props {
  readonly order: Order;
  readonly left: readonly Left[];
}

/** Gives back chosen lines of an order, at what was paid for them. */
export function RefundForm({ order, left }: Props) {
  const { t } = useText();
  const { money } = useFormat();
  const { read, faultOf } = useNumbers();
  const { mayRead } = useMyself();
  const navigate = useNavigate();
  const { data: statuses = [] } = useQuery({
    ...saleSettingQueries.creditNoteStatuses(),
    enabled: mayRead('setting/credit_note_status'),
  });
  const [chosen, setChosen] = useState<Chosen>(() =>
    left.length === 1 ? { [idOf(left[0]!)]: String(left[0]!.quantity) } : {},
  );
  const [restock, setRestock] = useState(() => left.some(({ line }) => line.quantity_deducted > 0));
  const [status, setStatus] = useState(0);
  const [comment, setComment] = useState('');
  const [isGoodwill, setGoodwill] = useState(false);
  const { send, isPending, isDone, error, refusal, inDoubt, renew } = useOnce(
    (input: CreditNoteAdd, key) => api().sale.credit_note.add(input, { idempotencyKey: key }),
    {
      keptAs: `refund/${order.order_id}`,
      onStored: ({ credit_note_id, warnings = [] }) => {
        notifications.show({ message: [t('refundDone', { number: credit_note_id }), ...warnings].join(' ') });
        void readOrdersAnew();
      },
    },
  );
  const give = (input: CreditNoteAdd) =>
    send(input, {
      onDone: () =>
        void navigate({ to: '/orders/$orderId', params: { orderId: String(order.order_id) }, replace: true }),
    });
  const lines = left.filter((each) => idOf(each) in chosen);
  const typedOf = (each: Left) => chosen[idOf(each)] ?? '';
  const piecesOf = (each: Left) => read(typedOf(each), 'whole');
  const sum = exact(lines.reduce((sum, each) => sum + (worthOf(each, piecesOf(each)) || 0), 0));
  const save = () => {
    if (isPending || isDone || !lines.length || lines.some((each) => faultOf(typedOf(each), 'whole'))) return;
    give({
      order_id: order.order_id,
      products: lines.map((each) => ({ order_product_id: idOf(each), quantity: piecesOf(each) })),
      restock: restock ? 1 : 0,
      comment,
      ...(status && { credit_note_status_id: status }),
      ...(isGoodwill && { allow_over_credit: true }),
    });
  };
  useKeys([{ key: 'mod+enter', text: 'refund', run: save }]);
  const faults = refusal ? wordsByField(refusal) : {};
  const general = Object.entries(faults).filter(([field]) => !/^products\[\d+\]/.test(field));
  if (inDoubt)
    return (
      <InDoubt sentAt={inDoubt.at} {...{ error, isPending }} onSendAgain={() => give(inDoubt.input)} onRenew={renew} />
    );
  if (!left.length) return <Text c="dimmed">{t('refundNothingLeft')}</Text>;
  const restocking = statuses.find(({ credit_note_status_id }) => credit_note_status_id === status)?.restock;
  // Without a form element, Enter in a field gives nothing back.
  return (
    <Stack gap="md">
      <Part title={t('refundLines')}>
        <RefundLines {...{ left, chosen, faults }} currency={order.currency} onChange={setChosen} />
      </Part>
      <Part title={t('refundHow')}>
        <Stack gap="sm">
          <Checkbox
            label={t('refundRestock')}
            description={restocking && !restock ? t('refundRestockByStatus') : undefined}
            checked={restock}
            onChange={(event) => setRestock(event.currentTarget.checked)}
          />
          <Group align="flex-start" gap="sm">
            {statuses.length > 0 && (
              <NativeSelect
                label={t('status')}
                value={String(status)}
                onChange={({ currentTarget: { value } }) => setStatus(Number(value))}
                data={[
                  { value: '0', label: t('refundUsualStatus') },
                  ...statuses.map(({ credit_note_status_id: id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
            <Textarea
              style={{ flex: '1 1 14rem' }}
              label={t('comment')}
              rows={2}
              value={comment}
              onChange={({ currentTarget: { value } }) => setComment(value)}
            />
          </Group>
          {general.length > 0 && (
            <Alert color="red" variant="light" role="alert">
              {general.map(([, words]) => words).join(' ')}
              {isOverCredit(refusal) && (
                <Checkbox
                  mt="sm"
                  label={t('refundGoodwill')}
                  checked={isGoodwill}
                  onChange={(event) => setGoodwill(event.currentTarget.checked)}
                />
              )}
            </Alert>
          )}
          <Group justify="space-between">
            <Text fw={650}>{t('refundSum', { amount: money(sum, order.currency) })}</Text>
            <Button
              onClick={save}
              loading={isPending}
              disabled={!lines.length}
              rightSection={
                <Kbd size="xs" visibleFrom="sm">
                  Ctrl Enter
                </Kbd>
              }
            >
              {t('refund')}
            </Button>
          </Group>
        </Stack>
      </Part>
    </Stack>
  );
}

const idOf = ({ line }: Left): number => line.order_product_id;
