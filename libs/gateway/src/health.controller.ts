import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { Check } from '@stockbook/process';
import type { FastifyReply } from 'fastify';

export const READINESS = Symbol('readiness');

/** Live means that the event loop runs; ready means that requests may be sent here. */
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Check) {}

  @Get('live')
  live() {
    return { status: 'live' };
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    const reasons = await this.readiness();
    await reply.status(reasons.length ? 503 : 200).send({ status: reasons.length ? 'not ready' : 'ready', reasons });
  }
}
