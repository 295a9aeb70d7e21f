import { inventoryService } from '@stockbook/inventory';
import { runProcess } from '@stockbook/process';
import { serve } from '@stockbook/service';

await runProcess((host) => serve(inventoryService, host));
