import { SecretKeys } from '@stockbook/auth';
import {
  checkPort,
  type Environment,
  type Host,
  integer,
  type LogLevel,
  logLevelOf,
  needed,
  openLog,
  type Program,
  readAll,
  unlessAborted,
} from '@stockbook/process';
import { type Addresses, addressesOf, remoteServices } from '@stockbook/rpc';
import { setTimeout as delay } from 'node:timers/promises';
import { ratePerMinuteOf } from './request/rate-limit.js';
import { DRAIN_MS, runGateway } from './run-gateway.js';

/** Time to close connections after the drain. */
const CLOSE_MS = 5_000;

interface GatewayConfig {
  readonly host: string;
  readonly port: number;
  readonly addresses: Addresses;
  readonly secretKeys: SecretKeys;
  readonly ratePerMinute: number;
  /** A stopping gateway still serves for this time, so that balancers notice. */
  readonly shutdownDelay_s: number;
  readonly logLevel: LogLevel;
}

export const serveGateway = (host: Host): Promise<Program> => unlessAborted(host.interruption, () => start(host));

async function start({ env, report }: Host): Promise<Program> {
  const config = readConfig(env);
  await checkPort(config.port, config.host);
  const log = openLog('gateway', config.logLevel);
  const services = remoteServices(config.addresses, log);
  let isStopping = false;
  const readiness = async () => (isStopping ? ['the gateway is stopping'] : []);
  const gateway = await runGateway({ ...config, services, log, readiness });
  report(`gateway is ready at ${config.host}:${config.port}`);
  const delay_ms = config.shutdownDelay_s * 1_000;
  return {
    stopLimit_ms: delay_ms + DRAIN_MS + CLOSE_MS,
    async stop() {
      isStopping = true;
      await delay(delay_ms);
      await gateway.stop();
      services.close();
    },
  };
}

const readConfig = (env: Environment): GatewayConfig =>
  readAll<GatewayConfig>({
    host: () => env['HOST'] || '127.0.0.1',
    port: () => integer(env, 'PORT', 3_000, 65_535, 1),
    addresses: () => addressesOf(env),
    secretKeys: () => needed('STOCKBOOK_SECRET_KEYS', SecretKeys.in(env)),
    ratePerMinute: () => ratePerMinuteOf(env),
    shutdownDelay_s: () => integer(env, 'SHUTDOWN_DELAY_SECONDS', 0, 600),
    logLevel: () => logLevelOf(env),
  });
