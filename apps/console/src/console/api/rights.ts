import { mayUse } from '@stockbook/auth/permissions';
import { useSuspenseQuery } from '@tanstack/react-query';
import { settingQueries } from './settings.js';

/** The user, the account, and what the user may do. The server judges each request nevertheless. */
export function useMyself() {
  const { data } = useSuspenseQuery(settingQueries.myself());
  return {
    ...data,
    mayRead: (resource: string) => mayUse(data.permission, resource, 'read'),
    mayChange: (resource: string) => mayUse(data.permission, resource, 'write'),
  };
}
