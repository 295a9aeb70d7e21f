import { WrongRun } from '../check/wrong-run.js';
import type { Figure } from '../figure.js';
import { answerFaults, notesOf } from '../check/answers.js';
import { withEcho } from '../limits/echo.js';
import { latencyOf } from '../percentiles.js';
import { LINES } from './write/order-run.js';

const CONNECTIONS = 8;

/** Throughput of the load generator and a bare server with signed orders: the upper bound over HTTP. */
export const httpLimitFigures: readonly Figure[] = [
  {
    name: 'http_echo_order',
    unit: 'answers/s',
    needs: [],
    measure: async (bench) => {
      const { credentials, order: template, item_ids } = await bench.idleShop();
      const plan = { kind: 'orders', run: 'echo', template, item_ids, lines: LINES } as const;
      const load = await withEcho(undefined, (url) =>
        bench.load({
          url,
          credentials,
          path: 'sale/order/add',
          plan,
          loop: { kind: 'closed', connections: CONNECTIONS },
          seconds: bench.scale.shortSeconds,
        }),
      );
      WrongRun.ifAny(answerFaults(load));
      const value = (load.statuses['200'] ?? 0) / load.seconds;
      return { value, ...latencyOf(load.latencies_ms), limit: null, notes: notesOf(load) };
    },
  },
];
