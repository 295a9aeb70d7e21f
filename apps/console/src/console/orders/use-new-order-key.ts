import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMyself } from '../api/rights.js';

/** Returns whether the user may make orders. Then N begins one. */
export function useNewOrderKey(): boolean {
  const { mayChange, mayRead } = useMyself();
  const navigate = useNavigate();
  const mayMake = mayChange('sale/order') && mayRead('inventory/item');
  useHotkeys([['n', () => mayMake && void navigate({ to: '/orders/new' })]]);
  return mayMake;
}
