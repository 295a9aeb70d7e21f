import { SecretKeys } from '@stockbook/auth';
import { CONTRACT_VERSION, openApi, operations, Refused } from '@stockbook/contracts';
import { type Log, LOG, nestLogger, Services } from '@stockbook/service';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Authenticator } from './authenticator.js';
import { registerDocs } from './docs.js';
import { failureOf } from './failure.js';
import { HealthController, READINESS, type Readiness } from './health.controller.js';
import { OperationsController } from './operations.controller.js';
import { RateLimit } from './rate-limit.js';

export interface GatewayOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly services: Services;
  readonly secretKeys: SecretKeys;
  readonly log: Log;
  /** Requests of one account a minute; 0 is no limit. */
  readonly ratePerMinute: number;
  readonly readiness: Readiness;
}

export interface RunningGateway {
  readonly url: string;
  /** Takes no more requests, finishes those in flight. */
  stop(): Promise<void>;
}

const LARGEST_BODY = 8 * 1_048_576;

/** Starts the gateway: the HTTP face of all operations. */
export async function runGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { services, secretKeys, log, ratePerMinute, readiness, host, port } = options;
  @Module({
    controllers: [HealthController, OperationsController],
    providers: [
      Authenticator,
      { provide: Services, useValue: services },
      { provide: SecretKeys, useValue: secretKeys },
      { provide: RateLimit, useValue: new RateLimit(ratePerMinute) },
      { provide: LOG, useValue: log },
      { provide: READINESS, useValue: readiness },
    ],
  })
  class GatewayModule {}

  const adapter = new FastifyAdapter({ bodyLimit: LARGEST_BODY, forceCloseConnections: 'idle' });
  takeBodiesAsBytes(adapter);
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule, adapter, {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  app.useGlobalFilters(new TransportFaults(log));
  registerDocs(adapter.getInstance(), openApi(operations.values(), { version: CONTRACT_VERSION }));
  await app.listen(port, host);
  return { url: (await app.getUrl()).replace('[::1]', '127.0.0.1'), stop: () => app.close() };
}

/** The signature is over the bytes as they came, so nothing reads them before it. */
function takeBodiesAsBytes(adapter: FastifyAdapter): void {
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** What goes wrong before the controller is reached, in the shape of every failure. */
@Catch()
class TransportFaults implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request_id = randomUUID();
    const refused = refusalOf(error);
    if (!refused) this.log.error({ err: error, request_id }, 'request failed');
    const { status, headers, body } = failureOf(refused ?? error, request_id);
    await reply
      .status(status)
      .headers({ ...headers, 'x-request-id': request_id })
      .send(body);
  }
}

function refusalOf(error: unknown): Refused | undefined {
  const status = error instanceof HttpException ? error.getStatus() : undefined;
  if (status === 413) return new Refused({ code: 'too_large', message: `The body may have ${LARGEST_BODY} bytes.` });
  if (status === 400) return new Refused({ code: 'malformed', message: 'The request is not valid HTTP.' });
  return undefined;
}
