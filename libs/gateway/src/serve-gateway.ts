import { SecretKeys } from '@stockbook/auth';
import { mediaStoreIn } from '@stockbook/media';
import {
  checkPorts,
  type Environment,
  type Host,
  integer,
  logLevelOf,
  needed,
  openLog,
  type Program,
  readAll,
  serveHealth,
  startTracing,
  tracingOf,
  unlessAborted,
} from '@stockbook/process';
import { addressesOf, remoteServices, tlsOf } from '@stockbook/rpc';
import { setTimeout as delay } from 'node:timers/promises';
import { limitsIn } from './limits.js';
import { DRAIN_MS, runGateway } from './run-gateway.js';

/** Time to close connections after the drain. */
const CLOSE_MS = 5_000;

export const serveGateway = (host: Host): Promise<Program> => unlessAborted(host.interruption, () => start(host));

async function start({ env, report }: Host): Promise<Program> {
  const config = readConfig(env);
  await checkPorts(config);
  const log = openLog('gateway', config.logLevel);
  const stopTracing = await startTracing('gateway', config.tracing, (err) =>
    log.warn({ err }, 'traces are not exported'),
  );
  config.tls?.follow(log);
  const trust = { proofs: config.secretKeys.proofsOf('calls'), tls: config.tls };
  const services = remoteServices(config.addresses, trust, log).as('gateway');
  let reasons: readonly string[] = ['the gateway is starting'];
  const readiness = async () => reasons;
  const closeHealth = await serveHealth({ host: config.host, port: config.healthPort, env }, { ready: readiness });
  const gateway = await runGateway({ ...config, services, log, readiness });
  reasons = [];
  report(`gateway is ready at ${config.host}:${config.port}`);
  const delay_ms = config.shutdownDelay_s * 1_000;
  return {
    stopLimit_ms: delay_ms + DRAIN_MS + CLOSE_MS,
    async stop() {
      reasons = ['the gateway is stopping'];
      await delay(delay_ms);
      await gateway.stop();
      services.close();
      await stopTracing();
      closeHealth();
    },
  };
}

const readConfig = (env: Environment) =>
  readAll({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', 3_000, 65_535, 1),
    healthPort: () => integer(env, 'HEALTH_PORT', 4_000, 65_535, 1),
    addresses: () => addressesOf(env),
    tls: () => tlsOf(env),
    secretKeys: () => needed('STOCKBOOK_SECRET_KEYS', SecretKeys.in(env)),
    media: () => mediaStoreIn(env),
    ...limitsIn(env),
    // A stopping gateway still serves for this time, so that balancers notice.
    shutdownDelay_s: () => integer(env, 'SHUTDOWN_DELAY_SECONDS', 0, 600),
    tracing: () => tracingOf(env),
    logLevel: () => logLevelOf(env),
  });
