import { SecretKeys } from '@stockbook/auth';
import { type Check, localUrl, type Log, LOG, nestLogger } from '@stockbook/process';
import { Services } from '@stockbook/rpc';
import { Module, type Type } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Authenticator } from './request/authenticator.js';
import { ReferenceFaults } from './request/reference-faults.js';
import { registerDocs } from './docs.js';
import { HealthController, READINESS } from './health.controller.js';
import { answerBadPath, answerBadRequest, HttpFaults, LARGEST_BODY } from './http-faults.js';
import { refuseAnnounced } from './request/http-request.js';
import { OperationsController } from './operations.controller.js';
import { RateLimit } from './request/rate-limit.js';
import { measureRequest } from './request/telemetry.js';

export interface GatewayOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly services: Services;
  readonly secretKeys: SecretKeys;
  readonly log: Log;
  /** Per account; 0 is no limit. */
  readonly ratePerMinute: number;
  /** Reasons why it cannot serve. */
  readonly readiness: Check;
}

export interface RunningGateway {
  readonly url: string;
  /** Accepts no more requests and finishes those in flight. */
  stop(): Promise<void>;
}

/** Time limit for a client to send its request. */
const SEND_MS = 30_000;
/** Time limit for requests in flight at a stop. */
export const DRAIN_MS = 15_000;

export async function runGateway(options: GatewayOptions): Promise<RunningGateway> {
  const adapter = makeAdapter();
  const app = await NestFactory.create<NestFastifyApplication>(moduleOf(options), adapter, {
    bodyParser: false,
    logger: nestLogger(options.log),
    abortOnError: false,
  });
  await registerDocs(adapter.getInstance());
  await app.listen(options.port, options.host);
  return { url: listeningUrl(adapter.getInstance().server.address(), options.host), stop: () => stop(app) };
}

function moduleOf({ services, secretKeys, log, ratePerMinute, readiness }: GatewayOptions): Type {
  @Module({
    controllers: [HealthController, OperationsController],
    providers: [
      Authenticator,
      ReferenceFaults,
      { provide: APP_FILTER, useClass: HttpFaults },
      { provide: Services, useValue: services },
      { provide: SecretKeys, useValue: secretKeys },
      { provide: RateLimit, useValue: new RateLimit(ratePerMinute) },
      { provide: LOG, useValue: log },
      { provide: READINESS, useValue: readiness },
    ],
  })
  class GatewayModule {}
  return GatewayModule;
}

function makeAdapter(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: LARGEST_BODY,
    requestTimeout: SEND_MS,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during a stop.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerBadRequest,
  });
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  fastify.addHook('onRequest', refuseAnnounced);
  fastify.addHook('onResponse', measureRequest);
  // The signature covers the raw bytes, so nothing parses them before.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return adapter;
}

function listeningUrl(address: AddressInfo | string | null, host: string): string {
  if (typeof address !== 'object' || !address) throw new Error('The gateway listens at no port.');
  return localUrl(host, address.port);
}

async function stop(app: NestFastifyApplication): Promise<void> {
  const cut = setTimeout(() => app.getHttpServer().closeAllConnections(), DRAIN_MS);
  await app.close().finally(() => clearTimeout(cut));
}
