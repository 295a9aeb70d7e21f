import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';

/** The build leaves it where the nonce of a page belongs. */
const PLACE = 'nonce="nonce-of-this-answer"';
const NONCE_BYTES = 16;

/** A page whose own styles are allowed by a nonce, so that no two answers are the same. */
export class NoncedPage {
  private readonly parts: readonly string[];

  constructor(
    html: string,
    private readonly headersWith: (nonce: string) => Readonly<Record<string, string>>,
  ) {
    this.parts = html.split(PLACE);
  }

  static isMeantFor(html: string): boolean {
    return html.includes(PLACE);
  }

  send(_: FastifyRequest, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .headers({ 'cache-control': 'no-store', ...this.headersWith(nonce) })
      .send(this.parts.join(`nonce="${nonce}"`));
  }
}
