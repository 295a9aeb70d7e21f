import { runProcess } from '@stockbook/process';
import { runStandalone } from '@stockbook/standalone/run';

await runProcess(runStandalone);
