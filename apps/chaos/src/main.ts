import { commandLine } from '@stockbook/chaos';
import { StartFault } from '@stockbook/process';

const exit = (code: number) => {
  process.exitCode = code;
};
// What was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await commandLine(console.log, exit).parseAsync();
} catch (error) {
  console.error(error instanceof StartFault ? error.message : error);
  exit(1);
}
