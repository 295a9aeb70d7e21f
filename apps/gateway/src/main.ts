import { serveGateway } from '@stockbook/gateway';
import { runProcess } from '@stockbook/process';

await runProcess(serveGateway);
