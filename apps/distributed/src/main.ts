import { runDistributed } from '@stockbook/distributed';
import { runProcess } from '@stockbook/process';

await runProcess(runDistributed);
