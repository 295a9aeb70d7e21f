import { Badge, Button, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Table.css';
import { notifications } from '@mantine/notifications';
import { useFormat } from '../../api/format.js';
import { TextLink } from '../../frame/links.js';
import { Pages } from '../../frame/pages.js';
import { Wide } from '../../frame/wide.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useReport } from './price-form.js';
import { priceBy } from './price-rule.js';
import { forgetPrices, type PriceChange, type PriceRun, runPrices, stopPrices, undoPrices } from './price-run.js';
import { PAGE_SIZE } from './price-search.js';

interface Props {
  readonly run: PriceRun;
  readonly page: number;
  readonly onGo: (page: number) => void;
}

const say = (error: unknown) => notifications.show({ message: wordsOf(error) });

/** Shows how far a run is and what has come of each item. Those that need somebody stand first. */
export function PriceResults({ run, page, onGo }: Props) {
  const { rule, changes, isRunning } = run;
  const { t } = useText();
  const { number, decimals } = useFormat();
  const report = useReport();
  const undo = () => void undoPrices(run).then(report, say);
  const done = changes.filter(({ outcome }) => outcome).length;
  const left = changes.filter(({ outcome }) => outcome !== 'saved');
  const sorted = isRunning ? changes : [...left, ...changes.filter(({ outcome }) => outcome === 'saved')];
  const tryAgain = () => {
    const again = left.map(({ stored, ...change }): PriceChange => {
      const { item, after, key } = change;
      if (!stored) return { item, after, key };
      return {
        item: stored,
        after: (rule && priceBy(rule, stored.price, decimals())) ?? after,
        key: crypto.randomUUID(),
      };
    });
    void runPrices(rule, [...again, ...changes.filter(({ outcome }) => outcome === 'saved')]).then(report);
  };
  const progress = { done: number(done), total: number(changes.length) };
  const result = { saved: number(changes.length - left.length), left: number(left.length) };
  return (
    <>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Text aria-live="polite" fw={600}>
            {isRunning ? t('priceProgress', progress) : t('priceEnded', result)}
          </Text>
          <Progress value={changes.length ? (100 * done) / changes.length : 100} aria-label={t('priceChange')} />
          <Group gap="sm">
            {isRunning && (
              <Button variant="default" onClick={stopPrices}>
                {t('priceStop')}
              </Button>
            )}
            {!isRunning && left.length > 0 && (
              <Button onClick={tryAgain}>{t('priceAgain', { count: number(left.length) })}</Button>
            )}
            {!isRunning && rule && changes.length > left.length && (
              <Button variant="default" onClick={undo}>
                {t('priceUndo')}
              </Button>
            )}
            {!isRunning && (
              <Button variant="default" onClick={forgetPrices}>
                {t('priceAnother')}
              </Button>
            )}
          </Group>
        </Stack>
      </Paper>
      <Paper withBorder>
        <Wide label={t('priceResults')}>
          <Table verticalSpacing="xs" horizontalSpacing="md" aria-label={t('priceResults')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th className="figure">{t('priceBefore')}</Table.Th>
                <Table.Th className="figure">{t('priceAfter')}</Table.Th>
                <Table.Th>{t('priceResult')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((change) => (
                <ResultRow key={change.item.item_id} change={change} />
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      </Paper>
      <Pages page={page} size={PAGE_SIZE} total={changes.length} onGo={onGo} />
    </>
  );
}

function ResultRow({ change: { item, after, outcome, stored } }: { readonly change: PriceChange }) {
  const { t } = useText();
  const { money } = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/items/$itemId" params={{ itemId: String(item.item_id) }} c="inherit">
          {item.name}
        </TextLink>
      </Table.Td>
      <Table.Td className="figure">{money(item.price)}</Table.Td>
      <Table.Td className="figure">{money(after)}</Table.Td>
      <Table.Td>
        {!outcome && <Text c="dimmed">{t('priceWaits')}</Text>}
        {outcome === 'saved' && (
          <Badge variant="light" tt="none">
            {t('priceSaved')}
          </Badge>
        )}
        {outcome === 'stale' && (
          <Text size="sm">{stored ? t('priceStale', { price: money(stored.price) }) : t('priceGone')}</Text>
        )}
        {typeof outcome === 'object' && (
          <Text size="sm" c="red">
            {outcome.words}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
