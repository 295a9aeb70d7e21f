import { type Environment, StartFault } from '@stockbook/process';
import { resolve } from 'node:path';

/** The home folder, as it was given. The command line needs it without the configuration, which loads the gateway. */
export function homeOf(env: Environment): string {
  const home = env['STOCKBOOK_HOME'] || '.stockbook';
  // Node's recursive mkdir never returns from here.
  if (!/^\/proc(\/|$)/.test(resolve(home))) return home;
  throw new StartFault(`STOCKBOOK_HOME cannot be ${home}: nothing can be kept in /proc.`);
}
