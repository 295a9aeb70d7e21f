import { MEBIBYTE } from '@stockbook/contracts';
import { type Environment, integer, networks, oneOf, origins } from '@stockbook/process';

export interface GatewayLimits {
  /** Requests per minute and account; 0 is no limit. */
  readonly ratePerMinute: number;
  readonly compressAnswers: boolean;
  /** Bytes of bodies whose signature is not verified yet, of all clients together. */
  readonly unsignedBytes: number;
  /** Connections over which no signed request has come, of all clients together. */
  readonly unsignedConnections: number;
  /** Bytes of requests in work and of answers that are not taken yet, of all accounts together. */
  readonly bytesInFlight: number;
  /** Addresses and networks of proxies, whose X-Forwarded-For says where a request comes from. */
  readonly trustedProxies: readonly string[];
  /** Origins of pages that passkeys are taken from; an empty list refuses passkeys. */
  readonly signInOrigins: readonly string[];
}

export const limitsIn = (env: Environment) => ({
  ratePerMinute: () => integer(env, 'RATE_LIMIT_PER_MINUTE', 3_000, 1_000_000_000),
  compressAnswers: () => oneOf(env, 'COMPRESS_ANSWERS', '1', ['0', '1']) === '1',
  bytesInFlight: () => integer(env, 'BYTES_IN_FLIGHT_MIB', 64, 65_536, 8) * MEBIBYTE,
  unsignedBytes: () => integer(env, 'UNSIGNED_BYTES_MIB', 32, 65_536, 8) * MEBIBYTE,
  unsignedConnections: () => integer(env, 'UNSIGNED_CONNECTIONS', 4_096, 1_000_000, 16),
  trustedProxies: () => networks(env, 'TRUSTED_PROXIES'),
  signInOrigins: () => origins(env, 'SIGN_IN_ORIGINS'),
});
