import type { Environment } from '@stockbook/process';
import type { Provisioning } from '@stockbook/settings';
import type { Access } from './database-access.js';

export type Provision = <T>(
  work: (provisioning: Provisioning) => Promise<T>,
  options?: Pick<Access, 'mayCreate'>,
) => Promise<T>;

/** Loads TypeORM and the settings service only when a command runs, so that its help needs neither. */
export const provisioning =
  (env: Environment): Provision =>
  async (work, options) => {
    const { readConfig } = await import('../config.js');
    const { withProvisioning } = await import('./database-access.js');
    return withProvisioning(readConfig(env), work, options);
  };
