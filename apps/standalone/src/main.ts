import { runStandalone, StartFault } from '@stockbook/standalone';

/** A StartFault is the operator's to mend: its sentence is enough. */
function fail(error: unknown): never {
  console.error(error instanceof StartFault ? error.message : error);
  process.exit(1);
}

let ending = false;
async function end(code: number, reason: string): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  console.log(`Stopping: ${reason}.`);
  await starting.then((standalone) => standalone.stop()).catch(fail);
  process.exit(code);
}

const starting = runStandalone({ env: process.env, report: console.log, onDatabaseExit: (why) => void end(1, why) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0, signal));
await starting.catch(fail);
