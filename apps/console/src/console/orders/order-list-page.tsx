import { Group, Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { orderQueries } from '../api/orders.js';
import { settingQueries } from '../api/settings.js';
import { useMyself } from '../api/rights.js';
import { Found, ListTitle } from '../frame/list.js';
import { ButtonLink } from '../frame/links.js';
import { SearchField } from '../frame/search-field.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useChosen } from '../frame/use-chosen.js';
import { useText } from '../text/language.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { BulkOutcome } from './bulk/bulk-outcome.js';
import './bulk/bulk.css';
import { type OrderSearch, PAGE_SIZE, requestOf } from './order-search.js';
import { OrderTools } from './order-tools.js';
import { OrderTable } from './order-table.js';
import { useNewOrderKey } from './use-new-order-key.js';

const ALL = 'all';

/** All orders, by status: the newest first, or the best matches of a search. */
export function OrderListPage() {
  const { t } = useText();
  const { mayChange, mayRead } = useMyself();
  const mayMake = useNewOrderKey();
  const search = useSearch({ from: '/orders' });
  const change = useAddressSearch<OrderSearch>('/orders');
  const { data: statuses = [] } = useQuery({
    ...settingQueries.orderStatuses(),
    enabled: mayRead('setting/order_status'),
  });
  const request = requestOf(search);
  const { data, error, isFetching } = useQuery(
    orderQueries.list({ ...request, ...(!request.search && { sort: 'date_ordered' }) }),
  );
  const [chosen, setChosen] = useChosen(request);
  const mayChangeMany = mayChange('sale/order') && statuses.length > 0;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <ListTitle title={t('orders')} isLoading={isFetching} />
        {mayMake && <ButtonLink to="/orders/new">{t('newOrder')}</ButtonLink>}
      </Group>
      <BulkOutcome />
      <Tabs
        value={String(search.status ?? ALL)}
        onChange={(status) => change({ status: status === ALL ? undefined : Number(status) })}
      >
        <Tabs.List className="tabs">
          <Tabs.Tab value={ALL}>{t('allStatuses')}</Tabs.Tab>
          {statuses.map(({ order_status_id, name }) => (
            <Tabs.Tab key={order_status_id} value={String(order_status_id)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(search.status ?? ALL)} pt="md">
          <Stack gap="md">
            <Group role="search">
              <SearchField
                value={search.q ?? ''}
                placeholder={t('searchOrders')}
                onSearch={(q) => change({ q }, true)}
              />
            </Group>
            <Found
              error={error}
              found={data?.orders}
              total={data?.total}
              isMinimum={data?.total_is_minimum}
              page={search.page}
              size={PAGE_SIZE}
              onGo={(page) => change({ page })}
              tools={data && <OrderTools found={data} search={search} chosen={[...chosen]} />}
            >
              {(orders) => <OrderTable orders={orders} {...(mayChangeMany && { chosen, onChoose: setChosen })} />}
            </Found>
            {chosen.size > 0 && data && (
              <BulkBar
                chosen={data.orders.filter(({ order_id }) => chosen.has(order_id))}
                found={{ found: request, total: data.total, isMinimum: data.total_is_minimum ?? false }}
                statuses={statuses}
                onClear={() => setChosen(new Set())}
              />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
