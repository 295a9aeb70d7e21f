import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PromotionCalculate } from '@stockbook/client';
import { useMyself } from '../../api/rights.js';
import { calculatedQuery } from '../../api/sales.js';
import type { Calculated } from './cart.js';

const PAUSE_MS = 200;

/** Computes the promotions and taxes of a cart as somebody types it. */
export function useCalculation(cart: PromotionCalculate) {
  const { mayRead } = useMyself();
  const client = useQueryClient();
  const queryOf = (text: string) =>
    calculatedQuery({
      cart: JSON.parse(text) as PromotionCalculate,
      hasPromotions: mayRead('extension/total/promotion'),
      hasTaxes: mayRead('extension/module/tax'),
    });
  const text = JSON.stringify(cart);
  const [typed] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching } = useQuery(queryOf(typed));
  const isCurrent = typed === text && !isFetching;
  return {
    calculated: cart.products.length ? data : undefined,
    error: isCurrent && cart.products.length ? error : null,
    isCurrent,
    /** Returns what belongs to a cart. After a failure that is shown, the order goes without. */
    finish: async (cart: PromotionCalculate): Promise<Calculated | undefined> => {
      const wanted = JSON.stringify(cart);
      return isCurrent && error && wanted === text ? undefined : client.fetchQuery(queryOf(wanted));
    },
  };
}
