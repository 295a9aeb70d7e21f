import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { type Encoding, encodings, isAccepted } from '../content-encoding.js';
import { freeWhenTaken } from '../request/bytes-in-flight.js';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Headers = Readonly<Record<string, string | number | string[] | undefined>>;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export class ConstantFile {
  private constructor(
    private readonly headers: Headers,
    private readonly etag: string,
    private readonly bytes: Buffer,
    private readonly encoded: ReadonlyMap<Encoding, Buffer>,
  ) {}

  static async of(bytes: Buffer, headers: Headers): Promise<ConstantFile> {
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, BROTLI), promisify(gzip)(bytes)]);
    const all = [['br', br] as const, ['gzip', gz] as const];
    const smaller = all.filter(([, { length }]) => length < bytes.length);
    // The tag is weak, because it is the same for all encodings.
    const etag = `W/"${hash('sha256', bytes, 'base64url')}"`;
    return new ConstantFile(headers, etag, bytes, new Map(smaller));
  }

  send({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    void reply.headers({ 'cache-control': 'no-cache', ...this.headers, etag: this.etag, vary: 'accept-encoding' });
    if (headers['if-none-match']?.includes(this.etag)) return reply.status(304).send();
    const accepted = String(headers['accept-encoding'] ?? '');
    const encoding = encodings.find((name) => this.encoded.has(name) && isAccepted(name, accepted));
    const bytes = (encoding && this.encoded.get(encoding)) ?? this.bytes;
    if (encoding) void reply.header('content-encoding', encoding);
    freeWhenTaken(reply.raw, bytes.length);
    return reply.send(bytes);
  }
}
