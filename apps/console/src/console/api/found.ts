import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';

const FEW = 5;

/** Finds the first items, orders and customers that match a text, of those that the user may read. */
export const foundQuery = (search: string, mayRead: (resource: string) => boolean) =>
  queryOptions({
    queryKey: ['found', search],
    queryFn: async ({ signal }) => {
      const { inventory, sale } = api().batched({ wait: 0 });
      const few = { search, page: 1, limit: FEW, with_total: false };
      const [items, orders, customers] = await Promise.all([
        mayRead('inventory/item')
          ? inventory.item.get({ ...few, fields: 'name,sku,model,barcode' }, { signal })
          : undefined,
        mayRead('sale/order')
          ? sale.order.get({ ...few, fields: 'name,imported_order_id,order_status' }, { signal })
          : undefined,
        mayRead('sale/customer')
          ? sale.customer.get({ ...few, fields: 'name,email,telephone' }, { signal })
          : undefined,
      ]);
      return { items: items?.items, orders: orders?.orders, customers: customers?.customers };
    },
  });
