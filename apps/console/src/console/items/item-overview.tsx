import { SimpleGrid, Stack } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { Part } from '../frame/part.js';
import { useText } from '../text/language.js';
import { GroupPrices } from './detail/group-prices.js';
import { ItemForm } from './detail/item-form.js';
import { Pictures } from './detail/pictures.js';
import { StockTable } from './detail/stock-table.js';

export function ItemOverview({ item }: { readonly item: Item }) {
  const { t } = useText();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Part title={t('stockPerLocation')}>
          <StockTable item={item} />
        </Part>
        <Part title={t('pictures')}>
          <Pictures item={item} />
        </Part>
      </Stack>
      <Stack gap="md">
        <Part title={t('details')}>
          <ItemForm item={item} />
        </Part>
        {item.customer_groups.length > 0 && (
          <Part title={t('pricesOfGroups')}>
            <GroupPrices item={item} />
          </Part>
        )}
      </Stack>
    </SimpleGrid>
  );
}
