// Sends signed requests through two gateways, as a load balancer sends them: only to a gateway that says it is ready.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../shell.mjs';

const CLIENTS = 3;
const PROBE_EVERY_MS = 200;

export const order = () => JSON.parse(readFileSync(join(root, 'docs/examples/order.json'), 'utf8'));

/** Starts the load; `stop` returns how many requests were answered and the failures. */
export function startLoad(addresses, credentials, call) {
  const open = new Set();
  const failures = [];
  let [answered, stopping, turn] = [0, false, 0];
  const probe = async (address) => {
    while (!stopping) {
      const ready = await fetch(`http://${address}:4000/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      open[ready ? 'add' : 'delete'](address);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  };
  const send = async (index) => {
    for (let count = 0; !stopping; count++) {
      const ready = [...open];
      if (!ready.length) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const url = `http://${ready[turn++ % ready.length]}:3000`;
      const isWrite = count % 3 === 0;
      const [path, body] = isWrite
        ? ['sale/order/add', { ...order(), idempotency_key: `load-${index}-${count}-${Date.now()}` }]
        : ['sale/order/get', { limit: 5 }];
      await call(url, credentials, path, body).then(
        ({ status, body: answer }) =>
          status === 200 ? answered++ : failures.push(`${path} ${status} ${JSON.stringify(answer)}`),
        (error) => failures.push(`${path} ${error.message} ${error.cause?.code ?? ''}`),
      );
    }
  };
  const work = [...addresses.map(probe), ...Array.from({ length: CLIENTS }, (_, index) => send(index))];
  return {
    answered: () => answered,
    async stop() {
      stopping = true;
      await Promise.all(work);
      return { answered, failures };
    },
  };
}
