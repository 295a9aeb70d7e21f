import type { Permission } from '@stockbook/auth';
import { type Fault, fitsIn, isBlank } from '@stockbook/contracts';
import { codeFaults } from '../currency/currency-rules.js';
import { timezoneFaults } from '../company/timezone.js';
import { emailFaults } from '../user/user-faults.js';
import { permissionFaults } from '../user/group/permission-faults.js';

export interface NewUserGroup {
  /** The name is unique in the account. */
  readonly name: string;
  readonly permission: Permission;
}
/** A user to be; the group is `Owner` by default. */
export interface NewUser {
  readonly email: string;
  readonly username: string;
  readonly firstname?: string;
  readonly lastname?: string;
  readonly user_group?: string | NewUserGroup;
}
export interface NewAccount {
  /** The domain is unique over all accounts, without regard to case. */
  readonly domain: string;
  /** The account and the company have this name. */
  readonly name: string;
  /** The code of the base currency. */
  readonly currency: string;
  /** An IANA name, which is UTC by default. */
  readonly timezone?: string;
  readonly owner: Omit<NewUser, 'user_group'>;
}
export interface AccountChanges {
  readonly name?: string;
  readonly enabled?: boolean;
  /** The tolerance is in seconds. */
  readonly clock_tolerance?: number;
}

const DOMAIN = /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/;

const unless = (holds: boolean, field: string, must: string): Fault[] =>
  holds ? [] : [{ code: 'invalid', field, message: `${field} must be ${must}.` }];

const isBetween = (value: number, min: number, max: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max;

const nameFaults = (field: string, text: string, max = 1_000): Fault[] =>
  isBlank(text)
    ? [{ code: 'invalid', field, message: `${field} must not be blank.` }]
    : unless(fitsIn(max, text), field, `a text of 1 to ${max} characters`);

export const accountFaults = ({ domain, name, currency, timezone = 'UTC', owner }: NewAccount): Fault[] => [
  ...unless(
    DOMAIN.test(domain.toLowerCase()),
    'domain',
    'letters, digits, dots and hyphens, with a letter or digit at both ends',
  ),
  ...nameFaults('name', name),
  ...codeFaults('currency', currency),
  ...timezoneFaults(timezone),
  ...userFaults(owner),
];

export const userFaults = ({ email, username, user_group }: NewUser): Fault[] => [
  ...emailFaults(email),
  ...nameFaults('username', username),
  ...(typeof user_group === 'object' ? userGroupFaults('user_group', user_group) : []),
];

export const userGroupFaults = (field: string, { name, permission }: NewUserGroup): Fault[] => [
  ...nameFaults(field, name, 255),
  ...permissionFaults(permission),
];

export const accountChangeFaults = ({ name = '-', clock_tolerance = 300 }: AccountChanges): Fault[] => [
  ...nameFaults('name', name),
  ...unless(isBetween(clock_tolerance, 60, 900), 'clock_tolerance', 'an integer from 60 to 900'),
];
