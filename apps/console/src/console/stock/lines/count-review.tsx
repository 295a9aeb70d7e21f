import { Alert, Button, Group, Modal, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Table.css';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { StockTakeJob } from '@stockbook/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { completeJob } from '../../api/stock.js';
import { Wide } from '../../frame/wide.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useSigned } from './use-notes.js';

/** A stock take that is over takes no counts. */
const COMPLETED = 3;

interface Props {
  readonly job: StockTakeJob | undefined;
  /** Counts have not reached the server yet. */
  readonly isBusy: boolean;
  readonly onOver: (jobId: number, isBooked: boolean) => void;
}

/** Shows where the counts differ, and books them, which nothing can take back. */
export function CountReview({ job, isBusy, onOver }: Props) {
  const { t } = useText();
  const { number, signed } = useSigned();
  const [isOpen, { open, close }] = useDisclosure();
  const { mutate, isPending, error } = useMutation({
    mutationFn: completeJob,
    onSuccess: ({ changed, superseded }) => {
      close();
      const names = superseded.map(({ name }) => name).join(', ');
      const passed = names ? ` ${t('stockSuperseded', { names })}` : '';
      notifications.show({ message: `${t('stockCountBooked', { changed: number(changed) })}${passed}` });
    },
  });
  const isOver = job !== undefined && job.job_status_id >= COMPLETED;
  useEffect(() => {
    if (isOver) onOver(job.item_stock_take_job_id, job.job_status_id === COMPLETED);
  }, [isOver, job, onOver]);
  const counted = job?.items.filter(({ difference }) => difference !== undefined) ?? [];
  const differing = counted.filter(({ difference }) => difference);
  return (
    <>
      <Button disabled={isBusy || !counted.length || isOver} onClick={open}>
        {t('stockReview')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={t('stockReviewTitle', { counted: number(counted.length), differing: number(differing.length) })}
      >
        {differing.length > 0 ? (
          <Wide label={t('stockDifferences')}>
            <Table aria-label={t('stockDifferences')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th className="figure">{t('stockExpected')}</Table.Th>
                  <Table.Th className="figure">{t('stockCounted')}</Table.Th>
                  <Table.Th className="figure">{t('stockDifference')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {differing.map(({ item_id, name, quantity, quantity_expected = 0, difference = 0 }) => (
                  <Table.Tr key={item_id}>
                    <Table.Th scope="row">{name}</Table.Th>
                    <Table.Td className="figure">{number(quantity_expected)}</Table.Td>
                    <Table.Td className="figure">{number(quantity)}</Table.Td>
                    <Table.Td className="figure">{signed(difference)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Wide>
        ) : (
          <Text>{t('stockNoDifferences')}</Text>
        )}
        <Text c="dimmed" size="sm" mt="sm">
          {t('stockBookNote')}
        </Text>
        {error && (
          <Alert mt="sm" color="red" variant="light" role="alert">
            {wordsOf(error)}
          </Alert>
        )}
        <Group mt="md" justify="flex-end">
          <Button loading={isPending} onClick={() => job && mutate(job.item_stock_take_job_id)}>
            {t('stockBookCount')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
