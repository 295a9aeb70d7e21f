import type { Permission } from '@stockbook/auth';
import { type Fault, invalidField, noReference } from '@stockbook/contracts';
import type { Tx } from '@stockbook/persistence';
import { isNetwork } from '@stockbook/process';
import { findGroup } from './claim-user.js';
import { grantFaults } from './group/administration.js';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

export const emailFaults = (email: string): Fault[] =>
  EMAIL.test(email) && email.length <= 254
    ? []
    : [invalidField('email', 'email must be an e-mail address of at most 254 characters.')];

export const networkFaults = ({ allowed_networks = [] }: { allowed_networks?: string[] }): Fault[] =>
  allowed_networks.flatMap((network, i) => {
    const field = `allowed_networks[${i}]`;
    const message = `${field} must be an address or a network like 10.0.0.0/8, not '${network}'.`;
    return isNetwork(network) ? [] : [invalidField(field, message)];
  });

export async function userGroupFaults(tx: Tx, held: Permission, user_group_id: number): Promise<Fault[]> {
  const group = await findGroup(tx, user_group_id);
  if (!group) return [noReference('user_group_id', 'user group', user_group_id)];
  return grantFaults(held, group.permission, 'user_group_id');
}
