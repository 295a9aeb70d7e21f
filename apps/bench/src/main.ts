import { commandLine } from '@stockbook/bench';
import { StartFault } from '@stockbook/process';

await commandLine(console.log)
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof StartFault ? error.message : error);
    process.exit(1);
  });
