import { Badge, Group, Table } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { StateBadge } from '../../frame/state-badge.js';
import { Wide } from '../../frame/wide.js';
import { useFormat } from '../../api/format.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import { Explained } from '../explain/explained.js';

const TONES = { ok: 'good', warning: 'warning', danger: 'bad', out: 'bad' } as const;
const FIGURES = ['on_hand', 'reserved', 'quantity', 'incoming'] as const;
const TEXTS = { on_hand: 'onHand', reserved: 'reserved', quantity: 'available', incoming: 'incoming' } as const;

/** The pieces at each location, as the ledger counts them. */
export function StockTable({ item: { locations, bundle } }: { readonly item: Item }) {
  const { t } = useText();
  const { number } = useFormat();
  const { mayRead } = useMyself();
  // The stock of a bundle is that of its parts, which are shown beside it.
  const isExplained = !bundle && mayRead('inventory/flow');
  return (
    <Wide label={t('stockPerLocation')}>
      <Table horizontalSpacing="xs" aria-label={t('stockPerLocation')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('location')}</Table.Th>
            {FIGURES.map((figure) => (
              <Table.Th key={figure} className="figure">
                {t(TEXTS[figure])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {locations.map((location) => (
            <Table.Tr key={location.location_id}>
              <Table.Td>
                {location.name}
                <Group gap={4}>
                  {location.location && <Badge variant="default">{location.location}</Badge>}
                  <StateBadge tone={TONES[location.stock_state]}>{t(`state_${location.stock_state}`)}</StateBadge>
                </Group>
              </Table.Td>
              {FIGURES.map((figure) => (
                <Table.Td key={figure} className="figure">
                  {isExplained && (location[figure] || figure === 'on_hand') ? (
                    <Explained what={`${figure}.${location.location_id}`}>{number(location[figure])}</Explained>
                  ) : (
                    number(location[figure])
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {locations.length > 1 && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t('total')}</Table.Th>
              {FIGURES.map((figure) => (
                <Table.Td key={figure} className="figure" fw={600}>
                  {number(locations.reduce((sum, location) => sum + location[figure], 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Wide>
  );
}
