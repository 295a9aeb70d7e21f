import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PromotionCalculate } from '@stockbook/client';
import { useState } from 'react';
import { useMyself } from '../../api/rights.js';
import { calculatedQuery } from '../../api/sales.js';
import { isRefusal } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import type { Calculated } from './cart.js';

const PAUSE_MS = 200;

export type Calculation = ReturnType<typeof useCalculation>;

/** Computes the promotions and taxes of a cart as somebody types it. */
export function useCalculation(cart: PromotionCalculate) {
  const { t } = useText();
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
  const { data, error, isFetching, dataUpdatedAt, errorUpdatedAt } = useQuery(queryOf(typed));
  const [without, setWithout] = useState('');
  const isCurrent = typed === text && !isFetching;
  return {
    calculated: cart.products.length ? data : undefined,
    error: isCurrent && cart.products.length ? error : null,
    /** True also while a calculation that has failed is repeated. */
    hasFailed: typed === text && cart.products.length > 0 && errorUpdatedAt > dataUpdatedAt,
    /** Whether somebody has confirmed that this very cart goes without. */
    isWithout: without === text,
    confirmWithout: (isWithout: boolean) => setWithout(isWithout ? text : ''),
    /** Returns what belongs to a cart. Without it the order is not placed, unless somebody has confirmed that. */
    finish: async (cart: PromotionCalculate): Promise<Calculated | undefined> => {
      const wanted = JSON.stringify(cart);
      const query = queryOf(wanted);
      try {
        return await client.fetchQuery(query);
      } catch (error) {
        const known = client.getQueryData(query.queryKey);
        if (known || without === wanted) return known;
        throw isRefusal(error) ? error : new Error(t('newOrderUncalculated'), { cause: error });
      }
    },
  };
}
