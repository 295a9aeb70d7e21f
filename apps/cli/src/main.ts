import { Refused } from '@stockbook/contracts';
import { faultLines, StartFault } from '@stockbook/process';
import { commandLine } from '@stockbook/standalone/cli';

const exit = (code: number) => {
  process.exitCode = code;
};

try {
  await commandLine(process.env, console.log, exit).parseAsync();
} catch (error) {
  console.error(error instanceof Refused || error instanceof StartFault ? error.message : faultLines(error));
  exit(1);
}
