import { SimpleGrid, Stack } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { useMyself } from '../api/rights.js';
import { Part } from '../frame/part.js';
import { useText } from '../text/language.js';
import { GroupPrices } from './detail/group-prices.js';
import { ItemForm } from './detail/item-form.js';
import { BundleParts } from './detail/bundle-parts.js';
import { Translations } from './detail/translations.js';
import { StockTable } from './detail/stock-table.js';
import { Pictures } from './pictures/pictures.js';
import { ExpectedOrders } from './supply/expected-orders.js';
import { WaitingOrders } from './supply/waiting-orders.js';

export function ItemOverview({ item }: { readonly item: Item }) {
  const { t, language } = useText();
  const { mayChange, mayRead } = useMyself();
  // An item that has ever had stock of its own is hardly to become a bundle.
  const hasParts = item.bundle || (!item.total_added && mayChange('inventory/item'));
  // The forms with numbers hold them as texts of one language.
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Part title={t('stockPerLocation')}>
          <StockTable item={item} />
        </Part>
        {mayRead('sale/order') && mayRead('setting/order_status') && (
          <Part title={t('waitingTitle')}>
            <WaitingOrders item={item} />
          </Part>
        )}
        {!item.bundle && mayRead('inventory/purchase_order') && (
          <Part title={t('expectedTitle')}>
            <ExpectedOrders item={item} />
          </Part>
        )}
        {hasParts && (
          <Part title={t('itemParts')}>
            <BundleParts item={item} />
          </Part>
        )}
        {(item.customer_groups.length > 0 || mayRead('sale/customer_group')) && (
          <Part title={t('pricesOfGroups')}>
            <GroupPrices key={language} item={item} />
          </Part>
        )}
        <Part title={t('pictures')}>
          <Pictures item={item} />
        </Part>
      </Stack>
      <Stack gap="md">
        <Part title={t('details')}>
          <ItemForm key={language} item={item} />
        </Part>
        <Part title={t('itemTexts')}>
          <Translations item={item} />
        </Part>
      </Stack>
    </SimpleGrid>
  );
}
