import { freePort } from '@stockbook/process';

/** A port that is free now and not among those taken, to which it is added. */
export async function freshPort(taken: Set<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (!taken.has(port)) return taken.add(port) && port;
  }
}
