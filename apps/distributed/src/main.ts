import { runDistributed } from '@stockbook/distributed';
import { runProcess, withWebPages } from '@stockbook/process';

await runProcess(withWebPages(runDistributed));
