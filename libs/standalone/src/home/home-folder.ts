import { type Environment, StartFault } from '@stockbook/process';
import { resolve } from 'node:path';

/** Apart from the configuration, which loads the gateway: the command line does without. */
export function homeOf(env: Environment): string {
  const home = env['STOCKBOOK_HOME'] || '.stockbook';
  // Node's recursive mkdir hangs in /proc.
  if (!/^\/proc(\/|$)/.test(resolve(home))) return home;
  throw new StartFault(`STOCKBOOK_HOME cannot be ${home}: nothing can be kept in /proc.`);
}
