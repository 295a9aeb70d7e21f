import { Badge, Table, Text } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { explainQueries } from '../../api/explain.js';
import { useFormat } from '../../api/format.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import { Explained } from './explained.js';
import { Refused } from './stock-reasons.js';

interface Props {
  readonly item: Item;
}

/** Says whether every balance of an item is what its movements add up to. An item that never moved has no badge. */
export function ProofBadge({ item }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const { mayRead } = useMyself();
  const isAsked = !item.bundle && mayRead('inventory/flow');
  const { data } = useQuery({ ...explainQueries.proof(item.item_id), enabled: isAsked });
  if (!data?.checked.flows) return null;
  return (
    <Badge variant="light" size="lg" tt="none" color={data.ok ? 'teal' : 'red'}>
      <Explained what="proof">
        {data.ok ? `✓ ${t('explainProved')}` : t('explainFaults', { count: number(data.faults.length) })}
      </Explained>
    </Badge>
  );
}

export function ProofReasons({ item }: Props) {
  const { t } = useText();
  const { number } = useFormat();
  const { view_cost } = useMyself();
  const { data, error } = useQuery(explainQueries.proof(item.item_id));
  if (error) return <Refused error={error} />;
  if (!data) return null;
  const { flows, levels, document_lines } = data.checked;
  const values = { flows: number(flows), levels: number(levels), lines: number(document_lines) };
  const nameOf = (id: number) => item.locations.find(({ location_id }) => location_id === id)?.name ?? '';
  return (
    <>
      <Text>{t(data.ok ? 'explainProvedBy' : 'explainNotProved', values)}</Text>
      {data.faults.length > 0 && (
        <Table aria-label={t('explainProof')}>
          <Table.Tbody>
            {data.faults.map(({ location_id, what, expected = '', found = '' }, place) => (
              <Table.Tr key={place}>
                <Table.Td>{[nameOf(location_id), what].filter(Boolean).join(': ')}</Table.Td>
                {view_cost && <Table.Td className="figure">{t('explainFound', { expected, found })}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
