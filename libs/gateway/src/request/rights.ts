import { mayUse, type Permission } from '@stockbook/auth';
import { type Fault, type Kind, type Operation, operations, Refused, resourceOf } from '@stockbook/contracts';

const resources = [...new Set([...operations.values()].map(resourceOf))];

/** Returns the resources that the operation may show and the user may access; undefined means all resources. */
export function accessibleOf(permission: Permission, { needs }: Operation): readonly string[] | undefined {
  if (!needs?.shows) return undefined;
  const shown = needs.shows === 'all' ? resources : needs.shows;
  const accessible = shown.filter((each) => mayUse(permission, each, 'read'));
  return needs.shows === 'all' && accessible.length === shown.length ? undefined : accessible;
}

export const concernsAll = ({ path }: Operation): Fault => ({
  code: 'forbidden',
  message: `${path} concerns all channel groups, and you are limited to some.`,
});

const ownersAlone = (field: string): Fault => ({
  code: 'forbidden',
  field,
  message: `Only a user who may modify everything may give ${field}.`,
});

export function requireRight(permission: Permission, path: string, kind: Kind): void {
  if (mayUse(permission, path, kind)) return;
  const verb = kind === 'read' ? 'access' : 'modify';
  throw new Refused({ code: 'forbidden', message: `The user may not ${verb} ${path}.` });
}

/** Refuses a request with fields that the user may not give, or that name records which the user may not access. */
export function requireFields(permission: Permission, { needs }: Operation, input: object): void {
  for (const [field, path] of Object.entries(needs?.fields ?? {})) {
    if (Reflect.get(input, field)) requireRight(permission, path, 'read');
  }
  const owned = needs?.owns?.find((field) => Reflect.get(input, field));
  if (owned !== undefined && !mayUse(permission, '*', 'write')) throw new Refused(ownersAlone(owned));
}
