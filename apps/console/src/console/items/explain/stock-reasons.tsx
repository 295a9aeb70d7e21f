import { Alert, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import type { Item, ItemLocation } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainQueries } from '../../api/explain.js';
import { useFormat } from '../../api/format.js';
import { itemQueries } from '../../api/items.js';
import { useLocationName } from '../../api/location-name.js';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useDocumentName } from './document-name.js';
import { Explained } from './explained.js';

const LATEST = 10;

interface Props {
  readonly item: Item;
  readonly location: ItemLocation;
}

/** Subtracts the held pieces from those on hand. */
export function AvailableReasons({ location }: Pick<Props, 'location'>) {
  const { t } = useText();
  const { number } = useFormat();
  const { location_id, on_hand, reserved, quantity } = location;
  return (
    <Table aria-label={t('available')}>
      <Table.Tbody>
        <Reason name={t('onHand')}>
          <Explained what={`on_hand.${location_id}`}>{number(on_hand)}</Explained>
        </Reason>
        <Reason name={t('reserved')}>
          {reserved ? <Explained what={`reserved.${location_id}`}>{`−${number(reserved)}`}</Explained> : number(0)}
        </Reason>
      </Table.Tbody>
      <Table.Tfoot>
        <Reason name={t('available')}>{number(quantity)}</Reason>
      </Table.Tfoot>
    </Table>
  );
}

const Reason = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row">{name}</Table.Th>
    <Table.Td className="figure">{children}</Table.Td>
  </Table.Tr>
);

/** Lists the latest of the movements that add up to the pieces on hand. */
export function OnHandReasons({ item, location: { location_id, on_hand } }: Props) {
  const { t } = useText();
  const { number, time } = useFormat();
  const documentOf = useDocumentName();
  const request = { filter_item_id: item.item_id, filter_location_id: location_id, limit: LATEST };
  const { data, error } = useQuery(itemQueries.flows(request));
  if (error) return <Refused error={error} />;
  if (!data) return null;
  return (
    <>
      <Text>{t('explainOnHand', { count: number(data.total), quantity: number(on_hand) })}</Text>
      <Table aria-label={t('movements')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('document')}</Table.Th>
            <Table.Th className="figure">{t('quantity')}</Table.Th>
            <Table.Th className="figure">{t('balance')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.flows.map((flow) => (
            <Table.Tr key={flow.item_flow_id}>
              <Table.Td>
                <Explained what={`flow.${flow.item_flow_id}`}>{documentOf(flow)}</Explained>
                <Text size="xs" c="dimmed">
                  {[time(flow.date_added), flow.user].filter(Boolean).join(' · ')}
                </Text>
              </Table.Td>
              <Table.Td className="figure">{signed(flow.quantity, number)}</Table.Td>
              <Table.Td className="figure">{number(flow.balance)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <TextLink
        from="/items/$itemId"
        to="/items/$itemId"
        params={true}
        search={({ list, place }) => ({ list, place, view: 'ledger' as const, location: location_id })}
      >
        {t('explainAll', { count: number(data.total) })}
      </TextLink>
    </>
  );
}

export const signed = (quantity: number, number: (value: number) => string): string =>
  `${quantity > 0 ? '+' : ''}${number(quantity)}`;

/** Lists the reservations that hold pieces. */
export function ReservedReasons({ item, location: { location_id, reserved } }: Props) {
  const { t } = useText();
  const { number, time } = useFormat();
  const { mayRead } = useMyself();
  const isAllowed = mayRead('inventory/reservation');
  const { data, error } = useQuery({
    ...explainQueries.holds(item.item_id, location_id, reserved),
    enabled: isAllowed,
  });
  if (error) return <Refused error={error} />;
  return (
    <>
      <Text>{t('explainReserved', { quantity: number(reserved) })}</Text>
      {data && data.length > 0 && (
        <Table aria-label={t('reserved')}>
          <Table.Tbody>
            {data.map(({ item_reservation_id, order_id, held, user, date_added, comment }) => (
              <Table.Tr key={item_reservation_id}>
                <Table.Td>
                  {t('explainReservation', { number: item_reservation_id })}
                  {order_id > 0 && (
                    <div>
                      <TextLink to="/orders/$orderId" params={{ orderId: String(order_id) }}>
                        {t('orderNumber', { number: order_id })}
                      </TextLink>
                    </div>
                  )}
                  <Text size="xs" c="dimmed">
                    {[time(date_added), user, comment].filter(Boolean).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td className="figure">{number(held)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

/** Lists the transfers under way; their pieces are at no location meanwhile. */
export function IncomingReasons({ item, location: { location_id, incoming } }: Props) {
  const { t } = useText();
  const { number, time } = useFormat();
  const { mayRead } = useMyself();
  const nameOf = useLocationName();
  const isAllowed = mayRead('inventory/transfer_job');
  const { data, error } = useQuery({ ...explainQueries.transfers(item.item_id, location_id), enabled: isAllowed });
  if (error) return <Refused error={error} />;
  return (
    <>
      <Text>{t('explainIncoming', { quantity: number(incoming) })}</Text>
      {data && data.length > 0 && (
        <Table aria-label={t('incoming')}>
          <Table.Tbody>
            {data.map(({ item_transfer_job_id, from_location_id, coming, date_added, user, comment }) => (
              <Table.Tr key={item_transfer_job_id}>
                <Table.Td>
                  {t('explainTransfer', { number: item_transfer_job_id, location: nameOf(from_location_id) })}
                  <Text size="xs" c="dimmed">
                    {[time(date_added), user, comment].filter(Boolean).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td className="figure">{number(coming)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

export const Refused = ({ error }: { readonly error: unknown }) => (
  <Alert color="red" variant="light" role="alert">
    {wordsOf(error)}
  </Alert>
);
