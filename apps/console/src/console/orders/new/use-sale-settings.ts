import { useQuery } from '@tanstack/react-query';
import { useMyself } from '../../api/rights.js';
import { saleSettingQueries } from '../../api/sale-settings.js';
import { walkInQuery } from '../../api/sales.js';
import { settingQueries } from '../../api/settings.js';
import { useText } from '../../text/language.js';
import type { SaleSettings } from './cart.js';

/** Reads what an order chooses from, as far as the user may read it; undefined until it is there. */
export function useSaleSettings(): SaleSettings | undefined {
  const { t, language } = useText();
  const { company: own, mayRead } = useMyself();
  const company = useQuery({ ...saleSettingQueries.company(), enabled: mayRead('setting/company') });
  const channels = useQuery({ ...saleSettingQueries.counters(), enabled: mayRead('integration/channel') });
  const methods = useQuery({ ...saleSettingQueries.paymentMethods(), enabled: mayRead('setting/payment_method') });
  const statuses = useQuery({ ...settingQueries.orderStatuses(), enabled: mayRead('setting/order_status') });
  const walkIn = useQuery({ ...walkInQuery(), enabled: mayRead('sale/customer') });
  if ([company, channels, methods, statuses, walkIn].some(({ isLoading }) => isLoading)) return undefined;
  return {
    company: company.data ?? own,
    channels: channels.data ?? [],
    methods: methods.data ?? [],
    statuses: statuses.data ?? [],
    walkIn: walkIn.data ?? null,
    shippingText: t('newOrderShipping'),
    language,
  };
}
