// Runs a consumer in a process of its own that never finishes its first batch. It notifies its parent when it is ready,
// and when it has a batch.
import { KafkaBus } from '@stockbook/messaging';

const { config, to } = JSON.parse(process.argv[2]);
const bus = new KafkaBus({ config, clientId: 'fixture', report: () => undefined });
await bus.subscribe(to, () => {
  process.send('batch');
  return new Promise(() => undefined);
});
process.send('ready');
