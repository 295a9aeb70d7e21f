import { settingsService } from '@stockbook/settings';
import { runProcess } from '@stockbook/process';
import { serve } from '@stockbook/service';

await runProcess((host) => serve(settingsService, host));
