import { WALK_IN } from '../api/sales.js';
import { useText } from '../text/language.js';

const STORED = `${WALK_IN.firstname} ${WALK_IN.lastname}`;

/** Returns how people read the name of a customer: that of the customer of counter sales is in their language. */
export function useCustomerName(): (customer: { readonly name: string }) => string {
  const { t } = useText();
  return ({ name }) => (name === STORED ? t('customerWalkIn') : name);
}

export const emailOf = ({ email }: { readonly email: string }): string => (email === WALK_IN.email ? '' : email);
