import { integrationService } from '@stockbook/integration';
import { runProcess } from '@stockbook/process';
import { serve } from '@stockbook/service';

await runProcess((host) => serve(integrationService, host));
