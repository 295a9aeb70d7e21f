import { Alert, Button, Group, Paper, Progress, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useFormat } from '../../api/format.js';
import { useCount } from '../../frame/use-count.js';
import { TextLink } from '../../frame/links.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { StateBadge } from '../../frame/state-badge.js';
import { continueStatusJob, forgetStatusJob, stopStatusJob, undoStatusJob, useStatusJob } from './status-job.js';

const MOST_SHOWN = 200;

export function BulkOutcome() {
  const { t } = useText();
  const { number } = useFormat();
  const count = useCount();
  const job = useStatusJob();
  if (!job) return null;
  const { outcomes, orders, target, status, isRunning, isStopped, failure } = job;
  const total = orders?.length ?? ('orders' in target ? target.orders.length : target.total);
  const refused = outcomes.filter(({ words }) => words);
  const shown = [...refused, ...outcomes.filter(({ words }) => !words)].slice(0, MOST_SHOWN);
  return (
    <Paper component="section" withBorder p="md" className="part" aria-label={t('bulkOutcome')}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Text fw={650} role="status">
          {t('bulkProgress', {
            status: job.former ? t('bulkFormer') : status,
            total: count(total, !orders && 'found' in target && target.isMinimum),
            done: number(outcomes.length - refused.length),
            refused: number(refused.length),
          })}
        </Text>
        <Group gap="xs" style={{ flex: 'none' }}>
          {!isRunning && !job.former && outcomes.length > refused.length && (
            <Button variant="default" size="xs" onClick={() => void undoStatusJob(job)}>
              {t('undo')}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={isRunning ? stopStatusJob : forgetStatusJob}>
            {t(isRunning ? 'bulkStop' : 'close')}
          </Button>
        </Group>
      </Group>
      {(isRunning || isStopped || failure) && (
        <Progress
          value={total ? (outcomes.length / total) * 100 : 0}
          aria-label={t('bulkOutcome')}
          animated={isRunning}
        />
      )}
      {isRunning && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('workLeave')}
        </Text>
      )}
      {(isStopped || failure) && (
        <Alert mt="sm" color="orange" variant="light" role="alert">
          <Text size="sm">{failure || t('bulkStopped')}</Text>
          <Button mt="xs" size="xs" onClick={() => void continueStatusJob(job)}>
            {t('bulkContinue')}
          </Button>
        </Alert>
      )}
      {shown.length > 0 && (
        <div className="bulk-outcomes">
          <Wide label={t('bulkOutcome')}>
            <Table aria-label={t('bulkOutcome')}>
              <Table.Tbody>
                {shown.map(({ order: { order_id, imported_order_id }, words, theirs }) => (
                  <Table.Tr key={order_id}>
                    <Table.Td className="nowrap">
                      <TextLink to="/orders/$orderId" params={{ orderId: String(order_id) }} c="inherit">
                        {t('orderNumber', { number: imported_order_id || order_id })}
                      </TextLink>
                    </Table.Td>
                    <Table.Td>
                      <StateBadge tone={words ? 'bad' : 'good'}>{t(words ? 'bulkRefused' : 'bulkDone')}</StateBadge>
                    </Table.Td>
                    <Table.Td>{theirs ? t('bulkStale', { status: theirs }) : words}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Wide>
          {outcomes.length > shown.length && (
            <Text size="sm" c="dimmed">
              {t('bulkMore', { more: number(outcomes.length - shown.length) })}
            </Text>
          )}
        </div>
      )}
    </Paper>
  );
}
