import { gauge, sampled } from '@stockbook/process';
import type { DataSource } from 'typeorm';
import { poolOf } from './postgres.js';

const connections = gauge(
  'stockbook_db_connections',
  'Connections to PostgreSQL that are in use or idle, and work that waits for one',
  'service',
  'pool',
  'state',
);

/** Samples a pool of connections; returns a function that stops it. */
export function measurePool(source: DataSource, service: string, name: string): () => void {
  const pool = poolOf(source);
  return sampled(() => {
    const { totalCount, idleCount, waitingCount } = pool;
    connections.set({ service, pool: name, state: 'busy' }, totalCount - idleCount);
    connections.set({ service, pool: name, state: 'idle' }, idleCount);
    connections.set({ service, pool: name, state: 'waiting' }, waitingCount);
  });
}
