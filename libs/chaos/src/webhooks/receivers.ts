import { webhookSections } from '@stockbook/contracts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '@stockbook/process';

export const receiverKinds = ['healthy', 'hanging', 'flaky'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];
const FAILING_SHARE = 0.3;

/** Events of the endpoints themselves, and of stock, would be most of the load on two cores. */
const LEFT_OUT: readonly string[] = ['webhook', 'inventory_stock'];

export const SUBSCRIBED = webhookSections.filter(({ name }) => !LEFT_OUT.includes(name));

export interface Receipt {
  /** Counts all requests, in the order of their arrival. */
  readonly place: number;
  readonly path: string;
  readonly webhook_id_header: string;
  readonly event_id: string;
  readonly sequence: number;
  is_taken: boolean;
}

/** Receivers of webhooks on this machine: one takes everything, one answers nothing, and one fails now and then. */
export class Receivers {
  readonly receipts: Receipt[] = [];
  private readonly hanging = new Set<() => void>();
  private isMended = false;
  private readonly server = createServer((request, response) => void this.receive(request, response));

  private constructor(private readonly random: Random) {}

  static async open(random: Random): Promise<Receivers> {
    const receivers = new Receivers(random);
    receivers.server.listen(0, '127.0.0.1');
    await once(receivers.server, 'listening');
    return receivers;
  }

  urlOf(kind: ReceiverKind, domain: string): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${receiverPath(kind, domain)}`;
  }

  /** Makes all receivers accept everything from now on; requests that hang are answered. */
  mend(): void {
    this.isMended = true;
    for (const answer of this.hanging) answer();
    this.hanging.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const { event_id, sequence }: { event_id: string; sequence: number } = JSON.parse(body);
    const path = request.url ?? '';
    const header = String(request.headers['webhook-id']);
    const place = this.receipts.length;
    const receipt: Receipt = { place, path, webhook_id_header: header, event_id, sequence, is_taken: false };
    this.receipts.push(receipt);
    const take = () => {
      receipt.is_taken = !response.destroyed;
      response.end();
    };
    if (this.isMended || path.startsWith('/healthy')) take();
    else if (path.startsWith('/hanging')) this.hang(response, take);
    else if (this.random.chance(FAILING_SHARE)) response.writeHead(500).end();
    else take();
  }

  private hang(response: ServerResponse, take: () => void): void {
    this.hanging.add(take);
    response.on('close', () => this.hanging.delete(take));
  }
}

export const receiverPath = (kind: ReceiverKind, domain: string): string => `/${kind}/${domain}`;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
