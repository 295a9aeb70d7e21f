import { processes } from '@stockbook/contracts';
import { startSystem, type System } from '@stockbook/distributed';
import { WIDE_INTEGERS } from '@stockbook/persistence';
import { OWN_RELEASE } from '@stockbook/process';
import { Provisioning, settingsService } from '@stockbook/settings';
import { Authority, tlsEnvironment } from '@stockbook/testing/certificates';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';
import { openShops, type ShopAccount, type ShopPlan } from '../load/shop.js';
import type { RunSql } from './run-sql.js';
import { Traps, TRAPS } from './traps.js';
import type { Receivers } from '../webhooks/receivers.js';
import { withDb } from './with-db.js';

const SESSION_MS = 6_000;

export interface Stand {
  readonly folder: string;
  readonly system: System;
  readonly traps: Traps;
  /** The folder of the release that the processes run at the beginning, if it is another one than this. */
  readonly previousBuild?: string;
  openShops(plans: readonly ShopPlan[], receivers?: Receivers): Promise<ShopAccount[]>;
  readonly sql: RunSql;
  /** Stops everything. The folder with the log of all processes stays if it is worth a look. */
  stop(keep: boolean): Promise<void>;
}

export interface StandOptions {
  readonly report: (line: string) => void;
  readonly previousBuild?: string;
  readonly tls?: boolean;
}

/** Starts two replicas of each service and two gateways on a PostgreSQL and a Kafka of their own. */
export async function openStand({ report, previousBuild, tls }: StandOptions): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-chaos-'));
  const traps = await Traps.in(join(folder, 'traps'));
  await mkdir(join(folder, 'home'), { recursive: true });
  const log = createWriteStream(join(folder, 'system.log'));
  const { PATH, HOME, JAVA_HOME } = process.env;
  const env = {
    ...{ PATH, HOME, JAVA_HOME },
    STOCKBOOK_HOME: join(folder, 'home'),
    STOCKBOOK_REPLICAS: '2',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // Our clients check every 200 ms which gateway is ready, as a load balancer does.
    SHUTDOWN_DELAY_SECONDS: '1',
    [TRAPS]: traps.folder,
    ...(tls && (await certificateIn(folder))),
  };
  const preload = pathToFileURL(join(OWN_RELEASE, 'apps/dist/chunks/preload.js')).href;
  report(`Starting the system in ${folder}.`);
  const system = await startSystem({
    env,
    gateways: 2,
    // Only this release's code has the traps.
    execArgv: previousBuild ? [] : ['--import', preload],
    release: previousBuild,
    sessionMs: SESSION_MS,
    report: (line) => void log.write(`${new Date().toISOString()} ${line}\n`),
  }).catch((fault: unknown) => {
    throw new Error(`The system does not start: see ${join(folder, 'system.log')}.`, { cause: fault });
  });
  const pool = new Pool({ connectionString: system.postgres.url, max: 2, types: WIDE_INTEGERS });
  // A kill of PostgreSQL breaks idle connections, and the pool opens others.
  pool.on('error', () => undefined);
  return {
    folder,
    system,
    traps,
    previousBuild,
    openShops: (plans, receivers) => shopsOn(system, plans, receivers),
    sql: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    async stop(keep) {
      await pool.end();
      await system.stop();
      log.end();
      if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function certificateIn(folder: string) {
  const authority = await Authority.in(folder);
  return tlsEnvironment(await authority.issue('calls', ['IP:127.0.0.1', ...processes.map((name) => `DNS:${name}`)]));
}

const shopsOn = (
  { urls, postgres, secretKeys }: System,
  plans: readonly ShopPlan[],
  receivers?: Receivers,
): Promise<ShopAccount[]> =>
  withDb(settingsService, postgres.url, (db) =>
    openShops(urls[0] ?? '', new Provisioning(db, secretKeys), plans, receivers),
  );
