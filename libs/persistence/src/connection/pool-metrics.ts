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

/** Samples the pools of a service by their names; returns a function that stops it. */
export const measurePools = (service: string, pools: Readonly<Record<string, DataSource>>): (() => void) =>
  sampled(() => {
    for (const [pool, source] of Object.entries(pools)) {
      const { totalCount, idleCount, waitingCount } = poolOf(source);
      connections.set({ service, pool, state: 'busy' }, totalCount - idleCount);
      connections.set({ service, pool, state: 'idle' }, idleCount);
      connections.set({ service, pool, state: 'waiting' }, waitingCount);
    }
  });
