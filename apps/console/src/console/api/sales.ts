import type { Customer, Item, PromotionCalculate, TaxCalculate } from '@stockbook/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../session/session.js';
import { hasCode } from './item-codes.js';
import { SELDOM_MS } from './settings.js';

const MOST_FOUND = 10;
/** A sale needs no more of an item than this. */
const ITEM_FIELDS = 'name,model,sku,barcode,gtin,price,quantity,locations,customer_groups,image,thumb';
const CUSTOMER_FIELDS = 'name,firstname,lastname,company,email,telephone,customer_group_id';

export type SaleItem = Pick<
  Item,
  'item_id' | 'name' | 'model' | 'sku' | 'barcode' | 'gtin' | 'price' | 'quantity' | 'locations' | 'customer_groups'
> &
  Pick<Item, 'image' | 'thumb'>;

export type SaleCustomer = Pick<
  Customer,
  'customer_id' | 'customer_group_id' | 'name' | 'firstname' | 'lastname' | 'company' | 'email' | 'telephone'
>;

/** A cart as it is calculated: its promotions, then the taxes on what is left. */
export interface CartRequest {
  readonly cart: PromotionCalculate;
  readonly hasPromotions: boolean;
  readonly hasTaxes: boolean;
}

export async function findItems(search: string, signal?: AbortSignal): Promise<readonly SaleItem[]> {
  const request = { search, limit: MOST_FOUND, fields: ITEM_FIELDS, with_total: false };
  return (await api().inventory.item.get(request, { signal })).items;
}

export const saleItemsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['inventory/item', 'sale', ids],
    queryFn: async ({ signal }) => {
      const { item } = api().batched().inventory;
      const request = { fields: ITEM_FIELDS, with_total: false };
      const pages = await Promise.all(ids.map((item_id) => item.get({ ...request, item_id }, { signal })));
      return pages.flatMap(({ items }): SaleItem[] => items);
    },
    staleTime: 0,
    enabled: ids.length > 0,
  });

/** Finds the items that have a code. A search shows them before those with a part of it. */
export const lookUpItem = async (code: string): Promise<readonly SaleItem[]> =>
  (await findItems(code)).filter((item) => hasCode(item, code));

export async function findCustomers(search: string, signal?: AbortSignal): Promise<readonly SaleCustomer[]> {
  const request = { search, limit: MOST_FOUND, fields: CUSTOMER_FIELDS, with_total: false };
  return (await api().sale.customer.get(request, { signal })).customers;
}

/**
 * The one customer that sales to nobody share. The first of them adds it, and the server finds it by its e-mail, which
 * reaches nobody (RFC 2606).
 */
export const WALK_IN = { firstname: 'Walk-in', lastname: 'customer', email: 'walk-in@customer.invalid' } as const;

export const walkInQuery = () =>
  queryOptions({
    queryKey: ['sale/customer', 'walk-in'],
    queryFn: async ({ signal }) => {
      const request = {
        filter_email: WALK_IN.email,
        order: 'ASC',
        limit: MOST_FOUND,
        fields: CUSTOMER_FIELDS,
      } as const;
      const { customers } = await api().sale.customer.get(request, { signal });
      return customers.find(({ email }) => email === WALK_IN.email) ?? null;
    },
    staleTime: SELDOM_MS,
  });

export const calculatedQuery = ({ cart, hasPromotions, hasTaxes }: CartRequest) =>
  queryOptions({
    queryKey: ['extension/total/promotion', 'calculate', cart],
    queryFn: async ({ signal }) => {
      const promoted = hasPromotions ? await api().extension.total.promotion.calculate(cart, { signal }) : undefined;
      const products = cart.products.map((product, i) => ({ ...product, totals: promoted?.products[i]?.totals ?? [] }));
      const totals = promoted?.totals ?? cart.totals ?? [];
      const untaxed = { products, totals, total: promoted?.total };
      const taxed = hasTaxes ? await api().extension.module.tax.calculate(taxRequestOf(untaxed), { signal }) : untaxed;
      return { ...taxed, rejected: promoted?.rejected ?? [] };
    },
    enabled: cart.products.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const taxRequestOf = ({ products, totals }: Pick<TaxCalculate, 'products' | 'totals'>): TaxCalculate => ({
  products: products.map(({ item_id, quantity, price, totals }) => ({ item_id, quantity, price, totals })),
  totals,
});
