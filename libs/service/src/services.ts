import { type Call, type Operation, Refused, type Service } from '@stockbook/contracts';
import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout, TimeoutError } from 'rxjs';
import type { Answer } from './answer.js';

/** The way to one service, whatever carries it. */
export type ServiceLink = Pick<ClientProxy, 'send' | 'close'>;

type Given<O extends object> = Extract<Answer<O>, { output: O }>;

/** The way to every service: one call, one answer, and a deadline on each. */
export class Services {
  constructor(private readonly clients: Readonly<Record<Service, ServiceLink>>) {}

  /** Sends a call to the operation's service. A refusal, a dead service and a late one are thrown as Refused. */
  async ask<I extends object, O extends object>(operation: Operation<I, O>, call: Call<I>): Promise<Given<O>> {
    const answer = await this.send<O>(operation, call);
    if ('output' in answer) return answer;
    const [first, ...others] = answer.faults;
    if (!first) throw new Error(`${operation.path} answered neither with a response nor with a fault.`);
    throw new Refused(first, ...others);
  }

  close(): void {
    for (const client of Object.values(this.clients)) void client.close();
  }

  private async send<O extends object>({ service, path }: Operation, call: Call): Promise<Answer<O>> {
    const remaining_ms = Math.max(1, call.deadline - Date.now());
    try {
      return await firstValueFrom(
        this.clients[service].send<Answer<O>>(path, call).pipe(timeout({ each: remaining_ms })),
      );
    } catch (error) {
      if (error instanceof TimeoutError) {
        const message = `The ${service} service did not answer in time; the same request can be repeated safely.`;
        throw new Refused({ code: 'timeout', message });
      }
      const message = `The ${service} service is not available now; the same request can be repeated safely.`;
      throw new Refused({ code: 'unavailable', message });
    }
  }
}
