import { markOf } from './postgres-shutdown.js';

/** `durable: false` gives up safety for speed. */
export interface ServerOptions {
  data: string;
  port: number;
  durable: boolean;
  /** 100 by default, 300 if not durable. */
  connections?: number;
}

const small = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  checkpoint_timeout: '10min',
  max_wal_size: '1GB',
  // Statistics of a new shop follow within seconds, but not each tenth of growth:
  // an analyze delays orders, and each connection then plans its statements again.
  autovacuum_naptime: '5s',
  autovacuum_analyze_scale_factor: '1',
};
const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const durably = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** As arguments, because no file in the data folder overrides them. */
export function settingsFor({ data, port, durable, connections = durable ? 100 : 300 }: ServerOptions): string[] {
  const settings = {
    ...small,
    ...(durable ? durably : throwAway),
    listen_addresses: '127.0.0.1',
    port: String(port),
    max_connections: String(connections),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Errors reach the client that made them, and their text may hold what customers typed.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  const values = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [...values, markOf(data)].flatMap((value) => ['-c', value]);
}
