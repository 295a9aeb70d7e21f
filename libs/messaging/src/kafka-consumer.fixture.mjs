// A consumer in a process of its own that never finishes its first slice: tells its parent when it is ready, and when
// it has a slice.
import { KafkaBus } from '@stockbook/messaging';

const { config, to } = JSON.parse(process.argv[2]);
const bus = new KafkaBus({ config, clientId: 'fixture', report: () => undefined });
await bus.subscribe(to, () => {
  process.send('slice');
  return new Promise(() => undefined);
});
process.send('ready');
