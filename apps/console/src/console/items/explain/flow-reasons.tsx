import { Table, Text, Title } from '@mantine/core';
import type { Audit, Item, ItemFlow } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainQueries, recordOf, REQUESTS_SHOWN } from '../../api/explain.js';
import { useFormat } from '../../api/format.js';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { Pages } from '../../frame/pages.js';
import { useText } from '../../text/language.js';
import { useDocumentName } from './document-name.js';
import { Refused, signed } from './stock-reasons.js';

interface Props {
  readonly item: Item;
  readonly flowId: number;
}

/** A movement, its document, and the requests that made and changed the document. */
export function FlowReasons({ item, flowId }: Props) {
  const { t } = useText();
  const { number, time } = useFormat();
  const { data: flow, error } = useQuery(explainQueries.flow(flowId, item.item_id));
  if (error) return <Refused error={error} />;
  if (flow === null) return <Text c="dimmed">{t('noneFound')}</Text>;
  if (!flow) return null;
  const facts: readonly (readonly [string, string])[] = [
    [t('quantity'), signed(flow.quantity, number)],
    [t('balance'), number(flow.balance)],
    [t('location'), flow.location_id ? flow.location : t('inTransit')],
    [t('time'), time(flow.date_added)],
    [t('user'), flow.user],
    [t('comment'), flow.comment],
  ];
  return (
    <>
      <Table aria-label={t('explainMovement')}>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('document')}</Table.Th>
            <Table.Td>
              <DocumentLink flow={flow} />
            </Table.Td>
          </Table.Tr>
          {facts
            .filter(([, text]) => text)
            .map(([name, text]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Requests key={flowId} record={recordOf(flow)} />
    </>
  );
}

function DocumentLink({ flow }: { readonly flow: ItemFlow }) {
  const { mayRead } = useMyself();
  const name = useDocumentName()(flow);
  if (flow.document !== 'order' || !flow.document_id || !mayRead('sale/order')) return name;
  return (
    <TextLink to="/orders/$orderId" params={{ orderId: String(flow.document_id) }}>
      {name}
    </TextLink>
  );
}

function Requests({ record = '' }: { readonly record: string | undefined }) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const [page, setPage] = useState(1);
  const isAllowed = Boolean(record) && mayRead('setting/audit');
  const { data, error } = useQuery({ ...explainQueries.requests(record, page), enabled: isAllowed });
  if (!record) return <Text c="dimmed">{t('explainNoDocument')}</Text>;
  if (error) return <Refused error={error} />;
  if (!data) return null;
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t('explainRequests')}
      </Title>
      {!data.total && <Text c="dimmed">{t('explainNoRequests')}</Text>}
      <Table aria-label={t('explainRequests')}>
        <Table.Tbody>
          {data.audits.map((audit) => (
            <RequestRow key={audit.audit_id} audit={audit} />
          ))}
        </Table.Tbody>
      </Table>
      {data.total > REQUESTS_SHOWN && <Pages page={page} size={REQUESTS_SHOWN} total={data.total} onGo={setPage} />}
    </div>
  );
}

function RequestRow({ audit }: { readonly audit: Audit }) {
  const { t } = useText();
  const { time } = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {audit.operation || audit.change}
        </Text>
        <Text size="xs" c="dimmed">
          {[time(audit.date_added), audit.user || t('explainSystem'), audit.address].filter(Boolean).join(' · ')}
        </Text>
        {audit.request_id && (
          <Text size="xs" c="dimmed" className="breaks">
            {t('explainRequest', { id: audit.request_id })}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
