import { mayUse, type Permission, rightsBeyond } from '@stockbook/auth';
import { type Caller, type Fault, noRecord, Refused, user, userGroup, resourceOf } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';

const LOCK = statement(
  'lock_administration',
  'SELECT account_id FROM settings.account WHERE account_id = $1 FOR UPDATE',
);
const RIGHTS = statement(
  'rights_of_user',
  `SELECT g.permission FROM settings."user" u
   JOIN settings.user_group g ON g.account_id = u.account_id AND g.user_group_id = u.user_group_id
   WHERE u.account_id = $1 AND u.user_id = $2 AND u.enabled AND u.date_deleted IS NULL AND g.date_deleted IS NULL`,
);
const RIGHTS_IN_USE = statement(
  'rights_in_use',
  `SELECT g.permission FROM settings.user_group g
   WHERE g.account_id = $1 AND g.date_deleted IS NULL AND EXISTS (
     SELECT FROM settings."user" u
     WHERE u.account_id = g.account_id AND u.user_group_id = g.user_group_id AND u.enabled AND u.date_deleted IS NULL
       AND u.expires IS NULL AND u.allowed_networks = '{}')`,
);

const ADMINISTERED = [resourceOf(user.edit), resourceOf(userGroup.edit)];
/** Operators and services have these rights, and so has the user group of a new account. */
export const EVERYTHING: Permission = { access: ['*'], modify: ['*'], view_cost: true };
const NOTHING: Permission = { access: [], modify: [] };

/** One change at a time, so that each sees the rights that the one before has left. */
export async function lockAdministration(tx: Tx): Promise<void> {
  const [locked] = await tx.query(LOCK, [tx.account_id]);
  if (!locked) throw new Refused(noRecord('account', tx.account_id));
}

/** Returns the rights that the caller holds now; the gateway's copy can be older. */
export async function rightsOf(tx: Tx, { user_id }: Caller): Promise<Permission> {
  if (!user_id) return EVERYTHING;
  const [held] = await tx.query<{ permission: Permission }>(RIGHTS, [tx.account_id, user_id]);
  return held?.permission ?? NOTHING;
}

/** Returns why the caller may not give these rights to others. */
export function grantFaults(held: Permission, granted: Permission, field: string): Fault[] {
  const beyond = rightsBeyond(held, granted);
  const message = `You may not grant what you do not hold: ${beyond.join(', ')}.`;
  return beyond.length ? [{ code: 'forbidden', field, message }] : [];
}

/** The caller could take such rights over, or away. `what` reads like `user 7`. */
export function refuseMorePowerful(held: Permission, target: Permission, what: string): void {
  const beyond = rightsBeyond(held, target);
  if (!beyond.length) return;
  throw new Refused({
    code: 'forbidden',
    message: `You may not change ${what}, who holds more than you: ${beyond.join(', ')}.`,
  });
}

/** Refuses a change after which nobody may change users and user groups at any time and from everywhere. */
export async function requireAdministrator(tx: Tx): Promise<void> {
  const groups = await tx.query<{ permission: Permission }>(RIGHTS_IN_USE, [tx.account_id]);
  const isAdministrator = ({ permission }: { permission: Permission }) =>
    ADMINISTERED.every((path) => mayUse(permission, path, 'write'));
  if (groups.some(isAdministrator)) return;
  const what = `${ADMINISTERED.join(' and ')}, without expires and allowed_networks`;
  const message = `One enabled user must remain who may modify ${what}.`;
  throw new Refused({ code: 'in_use', message });
}
