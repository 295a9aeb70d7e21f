import { salesService } from '@stockbook/sales';
import { runProcess } from '@stockbook/process';
import { serve } from '@stockbook/service';

await runProcess((host) => serve(salesService, host));
