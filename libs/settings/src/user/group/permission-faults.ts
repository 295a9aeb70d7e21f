import type { Permission } from '@stockbook/auth';
import { type Fault, operations, resourceOf } from '@stockbook/contracts';

const resources = [...operations.values()].map(resourceOf);

const isGrant = (path: string): boolean =>
  path === '*' ||
  resources.includes(path) ||
  (path.endsWith('/*') && resources.some((resource) => resource.startsWith(path.slice(0, -1))));

const pathFaults = (field: string, paths: readonly string[]): Fault[] =>
  paths
    .filter((path) => !isGrant(path))
    .map((path) => ({
      code: 'invalid',
      field,
      message:
        `${field} must name resources like sale/order, all of a group like sale/*, or all by *, ` +
        `and "${path}" is none of these.`,
    }));

/** `prefix` leads to the permission in the request. */
export const permissionFaults = ({ access, modify }: Permission, prefix = ''): Fault[] => [
  ...pathFaults(`${prefix}access`, access),
  ...pathFaults(`${prefix}modify`, modify),
];
