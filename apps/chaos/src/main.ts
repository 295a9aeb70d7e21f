import { commandLine } from '@stockbook/chaos';
import { onStopRequest, StartFault } from '@stockbook/process';

const exit = (code: number) => {
  process.exitCode = code;
};
// The processes of the system end with this one.
onStopRequest(() => process.exit(1));

try {
  await commandLine(console.log, exit).parseAsync();
} catch (error) {
  console.error(error instanceof StartFault ? error.message : error);
  exit(1);
}
