import { runProcess, withWebPages } from '@stockbook/process';
import { runStandalone } from '@stockbook/standalone/run';

await runProcess(withWebPages(runStandalone));
