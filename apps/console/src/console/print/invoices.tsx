import { Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printQueries } from '../api/printing.js';
import { useMyself } from '../api/rights.js';
import { settingQueries } from '../api/settings.js';
import { RouteLoading } from '../frame/route-states.js';
import { useText } from '../text/language.js';
import { InvoiceFrame } from './invoice-frame.js';
import { InvoiceQuestion, namesOf } from './invoice-question.js';
import { idsOf, type PrintSearch } from './print-search.js';
import { sortByNumber } from './sort-by-number.js';

/** Invoices as the account's template writes them. The first print of an order issues its number, so the page asks. */
export function Invoices({ search }: { readonly search: PrintSearch }) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const ids = idsOf(search);
  const { data: orders } = useSuspenseQuery(printQueries.orders(ids));
  // A query that suspends keeps what it has read for a second.
  const { data: numbered } = useQuery({ ...printQueries.numbered(ids), throwOnError: true });
  const statuses = useQuery({ ...settingQueries.orderStatuses(), enabled: mayRead('setting/order_status') });
  const [agreed, setAgreed] = useState<string>();
  if (!numbered || statuses.isLoading) return <RouteLoading />;
  const { known, unnumbered, voided } = sortByNumber(orders, numbered, statuses.data ?? []);
  const printed = [...known, ...unnumbered].map(({ order_id }) => order_id);
  const isAgreed = !unnumbered.length || agreed === search.ids;
  return (
    <>
      {voided.length > 0 && (
        <Text w="100%" size="sm" className="screen-only">
          {t('printVoid', { orders: namesOf(voided) })}
        </Text>
      )}
      {!isAgreed && <InvoiceQuestion {...{ known, unnumbered }} onAgree={() => setAgreed(search.ids)} />}
      {isAgreed && printed.length > 0 && <InvoiceFrame ids={ids.filter((id) => printed.includes(id))} />}
    </>
  );
}
