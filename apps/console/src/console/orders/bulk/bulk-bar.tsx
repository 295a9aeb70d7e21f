import { Button, Group, Modal, NativeSelect, Paper, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import type { OrderStatus } from '@stockbook/client';
import { useState } from 'react';
import { useCount } from '../../frame/use-count.js';
import { useText } from '../../text/language.js';
import { beginStatusJob, type FoundOrders, type KnownOrder, useStatusJob } from './status-job.js';

interface Props {
  readonly chosen: readonly KnownOrder[];
  /** All that the list finds, of which a page is shown. */
  readonly found: FoundOrders;
  readonly statuses: readonly OrderStatus[];
  readonly onClear: () => void;
}

/** Changes the status of the chosen orders, or of all that the list finds. */
export function BulkBar({ chosen, found, statuses, onClear }: Props) {
  const { t } = useText();
  const countOf = useCount();
  const [key] = useState(() => crypto.randomUUID());
  const [status, setStatus] = useState(0);
  const [comment, setComment] = useState('');
  const [isAll, setAll] = useState(false);
  const isBusy = useStatusJob()?.isRunning;
  const [isAsking, setAsking] = useState(false);
  const isUnknown = isAll && found.isMinimum;
  const count = isAll ? countOf(found.total, found.isMinimum) : countOf(chosen.length);
  const begin = () => {
    const name = statuses.find(({ order_status_id }) => order_status_id === status)?.name ?? '';
    const target = isAll ? found : { orders: chosen };
    void beginStatusJob({ target, change: { order_status_id: status, comment }, status: name, key });
    onClear();
  };
  return (
    <Paper
      component="form"
      withBorder
      p="sm"
      className="bulk-bar"
      aria-label={t('bulkStatus')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnknown) setAsking(true);
        else begin();
      }}
    >
      <Group gap="sm" align="flex-end">
        <div style={{ flex: '1 1 10rem' }}>
          <Text fw={650} aria-live="polite">
            {t('bulkChosen', { count })}
          </Text>
          {!isAll && (found.isMinimum || found.total > chosen.length) && (
            <Button variant="subtle" size="compact-sm" px={0} onClick={() => setAll(true)}>
              {t(found.isMinimum ? 'bulkAllUncounted' : 'bulkAll', { total: countOf(found.total, found.isMinimum) })}
            </Button>
          )}
        </div>
        <NativeSelect
          style={{ flex: '1 1 9rem' }}
          label={t('orderNewStatus')}
          value={String(status)}
          onChange={({ currentTarget: { value } }) => setStatus(Number(value))}
          data={[
            { value: '0', label: t('bulkChoose') },
            ...statuses.map(({ order_status_id, name }) => ({ value: String(order_status_id), label: name })),
          ]}
        />
        <TextInput
          style={{ flex: '1 1 12rem' }}
          label={t('comment')}
          value={comment}
          onChange={({ currentTarget: { value } }) => setComment(value)}
        />
        <Button type="submit" disabled={!status || isBusy}>
          {t('bulkChange', { count })}
        </Button>
        <Button variant="default" onClick={onClear}>
          {t('bulkClear')}
        </Button>
      </Group>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t('bulkAsk', { count })}>
        <Text>{t('bulkAskNote')}</Text>
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('bulkCancel')}
          </Button>
          <Button onClick={begin}>{t('bulkAskChange')}</Button>
        </Group>
      </Modal>
    </Paper>
  );
}
