import { runProcess } from '@stockbook/process';
import { runStandalone } from '@stockbook/standalone';

await runProcess(runStandalone);
