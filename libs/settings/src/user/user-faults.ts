import { type Fault, invalidField } from '@stockbook/contracts';
import { isNetwork } from '@stockbook/process';

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
