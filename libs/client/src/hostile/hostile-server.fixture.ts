import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const SECRET = '0123456789abcdefghijklmnopqrstuvwxyzABCD';

/** Answers a request. `json` is the answer of an honest server. */
export type Answering = (response: ServerResponse, json: string) => void;

/** A server's treatment of the requests of a call. */
export interface Hostility {
  /** Returns the hostile answer to the request of this number, from 1 on; without one the server answers honestly. */
  answering(number: number): Answering | undefined;
  /** The write is done before the hostile answer. */
  readonly isDone: boolean;
  /** The seconds that the server's clock is ahead of the client's. */
  readonly ahead_s: number;
}

/** Requests of one call, and the writes that they have caused. */
export class Treated {
  /** Each request as it came. */
  readonly texts: string[] = [];
  /** Ids of the records that were added. */
  readonly added: number[] = [];
  readonly wrong: string[] = [];
  isHonest = false;
  private readonly answers = new Map<string, { readonly hash: string; readonly json: string }>();

  constructor(readonly hostility: Hostility) {}

  get now_ms(): number {
    return Date.now() + this.hostility.ahead_s * 1_000;
  }

  /** Judges signature and time, and does a write once by its key, as Stockbook does. */
  answer(path: string, sent: string): { readonly status: number; readonly json: string } {
    const { domain, api_key, auth_signature, auth_timestamp, ...body } = JSON.parse(sent);
    const signed = `${path}\n${sent.replace(auth_signature, '')}`;
    if (createHmac('sha256', SECRET).update(signed).digest('hex') !== auth_signature)
      return refusal(401, 'unauthenticated', 'auth_signature');
    if (Math.abs(auth_timestamp - this.now_ms / 1_000) > 300) return refusal(401, 'unauthenticated', 'auth_timestamp');
    if (path !== '/batch') return this.answerOne(path, body);
    const responses = body.requests.map(({ path, body }: { path: string; body: Record<string, unknown> }) => {
      const { status, json } = this.answerOne(`/${path}`, body);
      return { status, body: JSON.parse(json) };
    });
    return { status: 200, json: JSON.stringify({ success: true, responses }) };
  }

  private answerOne(path: string, body: Readonly<Record<string, unknown>>) {
    if (body['strict'] !== true) this.wrong.push('A request is not strict.');
    if (path.endsWith('/get')) return { status: 200, json: JSON.stringify({ total: 1, brands: [{ brand_id: 1 }] }) };
    const { idempotency_key: key } = body;
    if (typeof key !== 'string') return refusal(400, 'invalid', 'idempotency_key');
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const before = this.answers.get(key);
    if (before) return before.hash === hash ? { status: 200, json: before.json } : refusal(422, 'key_reused');
    const brand_id = this.added.length + 1;
    this.added.push(brand_id);
    const json = JSON.stringify({ success: true, brand_id });
    this.answers.set(key, { hash, json });
    return { status: 200, json };
  }
}

export function refusal(status: number, code: string, field?: string) {
  const message = `The request is refused: ${code}.`;
  const details = [{ code, message, ...(field && { field }) }];
  return { status, json: JSON.stringify({ error: [message], error_details: details, request_id: 'r-1' }) };
}

/** Opens a server that treats the calls of each base address in its own way. */
export async function openHostileServer() {
  const treated: Treated[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, number = '', path = ''] = /^\/(\d+)(\/.+)$/.exec(request.url ?? '') ?? [];
    const call = treated[Number(number)];
    const sent = await text(request);
    if (!call) return response.destroy();
    call.texts.push(sent);
    const hostile = call.isHonest ? undefined : call.hostility.answering(call.texts.length);
    response.setHeader('date', new Date(call.now_ms).toUTCString());
    const { status, json } = hostile && !call.hostility.isDone ? refusal(500, 'internal') : call.answer(path, sent);
    if (hostile) return hostile(response, json);
    response.writeHead(status, { 'content-type': 'application/json' }).end(json);
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Treats calls to the returned address like this. */
    treat(hostility: Hostility) {
      const call = new Treated(hostility);
      return { call, url: `http://127.0.0.1:${port}/${treated.push(call) - 1}` };
    },
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}
