import { Alert, Group, Loader, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { wordsOf } from '../server/failures.js';
import { queries } from '../api/queries.js';
import { useMyself } from '../api/rights.js';
import { Pages } from '../frame/pages.js';
import { SearchField } from '../frame/search-field.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useText } from '../text/language.js';
import { type OrderSearch, PAGE_SIZE, requestOf } from './order-search.js';
import { OrderTable } from './order-table.js';

const ALL = 'all';

/** All orders, by status, newest first. */
export function OrderListPage() {
  const { t } = useText();
  const { mayRead } = useMyself();
  const search = useSearch({ from: '/orders' });
  const change = useAddressSearch<OrderSearch>('/orders');
  const { data: statuses = [] } = useQuery({
    ...queries.orderStatuses(),
    enabled: mayRead('setting/order_status'),
  });
  const { data, error, isFetching } = useQuery(queries.orders(requestOf(search)));
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={1} size="h2">
          {t('orders')}
        </Title>
        {isFetching && <Loader size="xs" aria-label={t('loading')} />}
      </Group>
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
            {error && (
              <Alert color="red" variant="light" role="alert">
                {wordsOf(error)}
              </Alert>
            )}
            {data && (
              <Paper withBorder className="wide">
                <OrderTable orders={data.orders} />
                {!data.orders.length && (
                  <Text p="xl" ta="center" c="dimmed">
                    {t('noneFound')}
                  </Text>
                )}
              </Paper>
            )}
            {data && (
              <Pages page={search.page ?? 1} size={PAGE_SIZE} total={data.total} onGo={(page) => change({ page })} />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
