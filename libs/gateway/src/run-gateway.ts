import { PasswordHashes, SecretKeys } from '@stockbook/auth';
import { deprecationHeaders } from '@stockbook/contracts';
import type { MediaStore } from '@stockbook/media';
import { type Check, localUrl, type Log, LOG, nestLogger, readAll } from '@stockbook/process';
import { Services } from '@stockbook/rpc';
import { Module, type Type } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { Authenticator } from './request/authenticator.js';
import { ReferenceFaults } from './request/reference-faults.js';
import { StaleFields } from './request/stale-fields.js';
import { HealthController, READINESS } from './health.controller.js';
import { answerBadPath, answerBadRequest, HttpFaults, SEND_MS } from './http-faults.js';
import { type GatewayLimits, limitsIn } from './limits.js';
import { registerMedia } from './media.js';
import type { DemoAccess } from './pages/demo-access.js';
import { registerPages } from './pages/pages.js';
import { BatchRun } from './request/batch-run.js';
import { BytesInFlight } from './request/bytes-in-flight.js';
import { Compression } from './request/compression.js';
import { Intake } from './request/intake.js';
import { OperationRun } from './request/operation-run.js';
import { OperationsController } from './operations.controller.js';
import { FailureLimit, RateLimit, SignInRate } from './request/rate-limit.js';
import { turnOnConnection } from './request/pipelined.js';
import { Stopping } from './request/stopping.js';
import { countAbandoned, measureRequest } from './request/telemetry.js';
import { UnsignedBodies } from './request/unsigned-bodies.js';
import { UnprovenConnections } from './request/unproven-connections.js';
import { UserActivity } from './request/user-activity.js';
import { Passkeys } from './sign-in/passkeys.js';
import { SignIn } from './sign-in/sign-in.js';

export interface GatewayOptions extends Partial<GatewayLimits> {
  readonly host: string;
  /** The port; 0 takes any free one. */
  readonly port: number;
  readonly services: Services;
  readonly secretKeys: SecretKeys;
  readonly media: MediaStore;
  readonly log: Log;
  readonly readiness: Check;
  /** The base-2 logarithm of the cost of a password's hash. No variable sets it: specs alone hash at a lower cost. */
  readonly passwordLogN?: number;
  /** The pages offer this account to browsers of the same machine. */
  readonly demo?: DemoAccess;
}

export interface RunningGateway {
  readonly url: string;
  stop(): Promise<void>;
}

/** Interval between checks of the connections' time limits. */
const CHECK_MS = 1_000;
export const DRAIN_MS = 15_000;

const EVERY_PATH = '/*';

export async function runGateway(options: GatewayOptions): Promise<RunningGateway> {
  const limits = { ...readAll(limitsIn({})), ...options };
  const failures = new FailureLimit();
  const intake = new Intake(failures, new UnsignedBodies(limits.unsignedBytes));
  const unproven = new UnprovenConnections(limits.unsignedConnections);
  const adapter = makeAdapter(intake, unproven, limits.trustedProxies);
  const activity = new UserActivity(options.services);
  const stopping = new Stopping();
  const app = await NestFactory.create<NestFastifyApplication>(
    moduleOf(limits, failures, intake, unproven, activity, stopping),
    adapter,
    {
      bodyParser: false,
      logger: nestLogger(options.log),
      abortOnError: false,
    },
  );
  registerPages(adapter.getInstance(), options.demo);
  registerMedia(adapter.getInstance(), options.media, options.log);
  await app.listen(options.port, options.host);
  const url = listeningUrl(adapter.getInstance().server.address(), options.host);
  return { url, stop: () => stop(app, stopping).finally(() => activity.flush()) };
}

function moduleOf(
  options: GatewayOptions & GatewayLimits,
  failures: FailureLimit,
  intake: Intake,
  unproven: UnprovenConnections,
  activity: UserActivity,
  stopping: Stopping,
): Type {
  const { services, secretKeys, log, ratePerMinute, bytesInFlight, compressAnswers, signInOrigins, readiness } =
    options;
  @Module({
    controllers: [HealthController, OperationsController],
    providers: [
      Authenticator,
      ReferenceFaults,
      StaleFields,
      OperationRun,
      BatchRun,
      SignIn,
      { provide: APP_FILTER, useClass: HttpFaults },
      { provide: Services, useValue: services },
      { provide: SecretKeys, useValue: secretKeys },
      { provide: Intake, useValue: intake },
      { provide: UnprovenConnections, useValue: unproven },
      { provide: UserActivity, useValue: activity },
      { provide: Stopping, useValue: stopping },
      { provide: FailureLimit, useValue: failures },
      { provide: BytesInFlight, useValue: new BytesInFlight(bytesInFlight) },
      { provide: Compression, useValue: new Compression(compressAnswers) },
      { provide: RateLimit, useValue: new RateLimit(ratePerMinute) },
      { provide: SignInRate, useValue: new SignInRate() },
      { provide: PasswordHashes, useValue: new PasswordHashes(options.passwordLogN) },
      { provide: Passkeys, useValue: new Passkeys(secretKeys, signInOrigins) },
      { provide: LOG, useValue: log },
      { provide: READINESS, useValue: readiness },
    ],
  })
  class GatewayModule {}
  return GatewayModule;
}

function makeAdapter(intake: Intake, unproven: UnprovenConnections, trustedProxies: readonly string[]): FastifyAdapter {
  const adapter = new FastifyAdapter({
    trustProxy: [...trustedProxies],
    requestTimeout: SEND_MS,
    http: {
      headersTimeout: SEND_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Node's own refusal has no body; no answer depends on the host.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during a stop.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerBadRequest,
  });
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', measureRequest);
  fastify.addHook('onRequest', turnOnConnection);
  fastify.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== EVERY_PATH && !request.is404) return;
    const { deprecated } = intake.admit(request, reply);
    if (deprecated) void reply.headers(deprecationHeaders(deprecated));
  });
  fastify.addHook('onSend', countAbandoned);
  // The signature covers the raw bytes, which the intake reads.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Without a listener Node sends "100 Continue" before the head is looked at.
  const { server } = fastify;
  server.on('connection', (socket: Socket) => unproven.begin(socket));
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => void server.emit('request', request, response));
  }
  return adapter;
}

function listeningUrl(address: AddressInfo | string | null, host: string): string {
  if (typeof address !== 'object' || !address) throw new Error('The gateway listens at no port.');
  return localUrl(host, address.port);
}

async function stop(app: NestFastifyApplication, stopping: Stopping): Promise<void> {
  stopping.begin();
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), DRAIN_MS);
  await app.close().finally(() => clearTimeout(cut));
}
