import { notesOf } from '../check/faults.js';
import type { Figure } from '../figure.js';
import { withEcho } from '../limits/echo.js';
import { grantedRate } from '../load/job.js';
import { LINES } from './write/order-run.js';

const CONNECTIONS = 8;

export const httpLimitFigures: readonly Figure[] = [
  {
    name: 'http_echo_order',
    unit: 'answers/s',
    measure: async (bench) => {
      const { credentials, order: template, item_ids } = await bench.idleShop();
      const load = await withEcho(undefined, (url) =>
        bench.load({
          url,
          credentials,
          path: 'sale/order/add',
          plan: { kind: 'orders', run: 'echo', template, item_ids, lines: LINES },
          loop: { connections: CONNECTIONS },
          seconds: bench.scale.shortSeconds,
        }),
      );
      return { value: grantedRate(load), latencies_ms: load.latencies_ms, notes: notesOf(load) };
    },
  },
];
