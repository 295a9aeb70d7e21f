import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A connection with more requests behind the one in work is closed, because each keeps some 10 KB. */
const MOST_WAITING = 16;

const waiting = new WeakMap<Socket, number>();

/**
 * Resolves when the requests before this one on its connection are answered; never if the client leaves before. Node
 * does not close an answer that waits for others, so what is kept for it would never be freed.
 */
export async function turnOnConnection({ raw }: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
  if (response.socket) return;
  const { socket } = raw;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count > MOST_WAITING) socket.destroy();
  await once(response, 'socket');
  waiting.set(socket, waiting.get(socket)! - 1);
}
