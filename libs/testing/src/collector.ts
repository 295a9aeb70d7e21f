import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  /** The process that made it. */
  readonly service: string;
  readonly name: string;
  /** Means internal by 1, server by 2, client by 3, producer by 4, and consumer by 5. */
  readonly kind: number;
  readonly trace_id: string;
  readonly span_id: string;
  /** The id is empty for a root. */
  readonly parent_id: string;
  readonly links: readonly { readonly trace_id: string; readonly span_id: string }[];
}

/** An OTLP collector on a free port, which keeps the spans that it gets. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** The bodies that it got. */
  readonly received: Buffer[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Collector> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const isTraces = request.method === 'POST' && request.url === '/v1/traces';
      const body = Buffer.concat(chunks);
      collector.received.push(body);
      if (isTraces) collector.spans.push(...spansIn(body));
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
    });
    const collector = new Collector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

type Fields = ReadonlyMap<number, readonly Buffer[]>;

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const start = at;
    const wire = tag & 7;
    const bytes = wire === 0 ? (varint(), at - start) : wire === 1 ? 8 : wire === 5 ? 4 : varint();
    if (wire !== 0) at += bytes;
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), message.subarray(at - bytes, at)]);
  }
  return fields;
}

const inner = (fields: Fields, number: number): Fields[] => (fields.get(number) ?? []).map(fieldsOf);
const textField = (fields: Fields, number: number): string => fields.get(number)?.[0]?.toString() ?? '';
const hexOf = (fields: Fields, number: number): string => fields.get(number)?.[0]?.toString('hex') ?? '';

function spansIn(request: Buffer): CollectedSpan[] {
  return inner(fieldsOf(request), 1).flatMap((resourceSpans) => {
    const attributes = inner(resourceSpans, 1).flatMap((resource) => inner(resource, 1));
    const name = attributes.find((attribute) => textField(attribute, 1) === 'service.name') ?? new Map();
    const service = inner(name, 2).map((value) => textField(value, 1))[0] ?? '';
    const spans = inner(resourceSpans, 2).flatMap((scope) => inner(scope, 2));
    return spans.map((span) => ({
      service,
      name: textField(span, 5),
      kind: span.get(6)?.[0]?.[0] ?? 0,
      trace_id: hexOf(span, 1),
      span_id: hexOf(span, 2),
      parent_id: hexOf(span, 4),
      links: inner(span, 13).map((link) => ({ trace_id: hexOf(link, 1), span_id: hexOf(link, 2) })),
    }));
  });
}
