import { useNavigate } from '@tanstack/react-router';
import { useMyself } from '../api/rights.js';
import { useKeys } from '../frame/keys/keys.js';

/** Returns whether the user may make orders. Then N begins one. */
export function useNewOrderKey(): boolean {
  const { mayChange, mayRead } = useMyself();
  const navigate = useNavigate();
  const mayMake = mayChange('sale/order') && mayRead('inventory/item');
  useKeys(mayMake ? [{ key: 'n', text: 'newOrder', run: () => void navigate({ to: '/orders/new' }) }] : []);
  return mayMake;
}
