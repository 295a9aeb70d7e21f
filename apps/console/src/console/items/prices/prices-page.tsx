import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { priceQuery } from '../../api/prices.js';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { ListTitle } from '../../frame/list.js';
import { NotFound } from '../../frame/route-states.js';
import { useAddressSearch } from '../../frame/use-address-search.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { filtersOf } from '../item-search.js';
import { PriceForm } from './price-form.js';
import { PriceResults } from './price-results.js';
import { usePriceRun } from './price-run.js';
import { idsIn, type PriceSearch } from './price-search.js';

/** Changes the prices of many items: a rule, a preview, and a result for each. */
export function PricesPage() {
  const { t } = useText();
  const { mayChange } = useMyself();
  const search = useSearch({ from: '/items/prices' });
  const change = useAddressSearch<PriceSearch>('/items/prices');
  const run = usePriceRun();
  const { data, error, isFetching } = useQuery({
    ...priceQuery(idsIn(search), filtersOf(search)),
    enabled: !run,
  });
  if (!mayChange('inventory/item')) return <NotFound />;
  const { q, brand, stock } = search;
  const page = { page: search.page ?? 1, onGo: (page: number) => change({ page }) };
  return (
    <Stack gap="md">
      <div>
        <TextLink to="/items" search={{ q, brand, stock }} size="sm">
          ← {t('items')}
        </TextLink>
        <ListTitle title={t('priceChange')} isLoading={isFetching} />
        <Text c="dimmed" size="sm">
          {run?.isRunning ? t('workLeave') : search.ids ? t('priceChosen') : t('priceMatching')}
        </Text>
      </div>
      {error && (
        <Alert color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {run ? <PriceResults run={run} {...page} /> : data && <PriceForm items={data} {...page} />}
    </Stack>
  );
}
