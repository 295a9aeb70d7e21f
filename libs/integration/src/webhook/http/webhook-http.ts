import { Resolver } from 'node:dns/promises';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Agent } from 'undici';
import { Exchange, type Outcome, type WebhookRequest } from './exchange.js';
import { type ConnectionTrace, type Guard, guardedAgent, takeTrace } from './guarded-agent.js';
import type { AllowedNetworks } from './networks.js';

export const DEADLINE_MS = 15_000;
const DNS_MS = 3_000;
const SENT = 'undici:client:sendHeaders';

export interface WebhookHttpOptions {
  readonly networks: AllowedNetworks;
  /** Entries read like `127.0.0.1:5353`; the servers of the system are the default. */
  readonly dnsServers?: readonly string[];
  readonly ca?: string;
}

/** Posts to receivers whom nobody has vouched for: through the guarded agent alone, within one deadline. */
export class WebhookHttp {
  private readonly guard: Guard;
  private readonly agent: Agent;
  /** Holds the attempts whose headers are not sent yet, by their key. */
  private readonly starting = new Map<string, Exchange>();
  private readonly onSent = (message: unknown) => this.noteConnection(message);

  constructor({ networks, dnsServers, ca }: WebhookHttpOptions) {
    const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
    if (dnsServers) resolver.setServers(dnsServers);
    this.guard = { networks, resolver, ...(ca && { ca }) };
    this.agent = guardedAgent(this.guard);
    subscribe(SENT, this.onSent);
  }

  /** Makes one attempt. Every fault is an outcome: it never rejects. */
  async post(request: WebhookRequest, deadline_ms = DEADLINE_MS): Promise<Outcome> {
    // A connection on which an attempt has failed is not trusted with the next one.
    const agent = request.isRetry ? guardedAgent(this.guard) : this.agent;
    const exchange = new Exchange(request, deadline_ms);
    this.starting.set(request.key, exchange);
    try {
      const { origin, pathname, search } = new URL(request.url);
      const headers = { 'stockbook-delivery': request.key, ...request.headers };
      agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body: request.body }, exchange);
      return await exchange.outcome;
    } catch (error) {
      return exchange.fail(error);
    } finally {
      this.starting.delete(request.key);
      if (agent !== this.agent) void agent.destroy();
    }
  }

  async close(): Promise<void> {
    unsubscribe(SENT, this.onSent);
    await this.agent.destroy();
    this.guard.resolver.cancel();
  }

  /** Undici reports only here which connection a request goes over, and reports those of the whole process. */
  private noteConnection(message: unknown): void {
    const { headers, socket } = message as { headers: string; socket: Parameters<typeof takeTrace>[0] };
    const [, key = ''] = /\r\nstockbook-delivery: ([^\r]+)/.exec(headers) ?? [];
    const exchange = this.starting.get(key);
    const trace: ConnectionTrace | undefined = exchange && takeTrace(socket);
    if (trace) exchange?.connected(trace);
  }
}
