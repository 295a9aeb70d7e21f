import { Refused } from '@stockbook/contracts';
import { MEDIA, type MediaStore, mediaTypeOf } from '@stockbook/media';
import type { Log } from '@stockbook/process';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { freeWhenTaken } from './request/bytes-in-flight.js';
import { addressOf } from './request/http-request.js';
import { OldestGiveWay } from './request/oldest-give-way.js';
import { AddressRate } from './request/rate-limit.js';

/** A page may show a hundred images, and a sales channel fetches those of all items. */
const REQUESTS_PER_MINUTE = 3_000;
/**
 * Each file that is sent keeps about 130 KiB. A browser takes its images at once, and one connection can ask for a
 * thousand before it reads.
 */
const MOST_SENT = 256;
/** A browser keeps a file for ever, because a name is never used again. */
const CACHED = 'public, max-age=31536000, immutable';
/** A browser treats the bytes as nothing but an image, whatever they are. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Serves stored images as they are. A client that knows a name may read its file. */
export function registerMedia(fastify: FastifyInstance, store: MediaStore, log: Log): void {
  const rate = new AddressRate(REQUESTS_PER_MINUTE);
  const sent = new OldestGiveWay<ServerResponse>(MOST_SENT);
  /** Resolves when its bytes begin to come, so that a store that fails is answered without the headers of an image. */
  const open = async (name: string) => {
    try {
      const file = await store.open(name);
      if (file) await once(file.stream, 'readable');
      return file;
    } catch (err) {
      log.error({ err }, 'an image cannot be read');
      throw new Refused({ code: 'unavailable', message: 'Images cannot be read now.' });
    }
  };
  fastify.get<{ Params: { name: string } }>(`${MEDIA}:name`, async (request, reply) => {
    rate.take(addressOf(request));
    const { name } = request.params;
    const type = mediaTypeOf(name);
    const etag = `"${name}"`;
    if (type && request.headers['if-none-match']?.includes(etag)) {
      return reply.status(304).headers({ etag, 'cache-control': CACHED }).send();
    }
    if (type) sent.begin(reply.raw);
    const file = type ? await open(name) : undefined;
    if (!file) throw new Refused({ code: 'unknown_record', message: 'There is no such image.' });
    freeWhenTaken(reply.raw, file.bytes);
    const headers = { ...HEADERS, etag, 'cache-control': CACHED, 'content-type': type, 'content-length': file.bytes };
    return reply.headers(headers).send(file.stream);
  });
}
