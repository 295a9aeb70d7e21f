import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 1_000;

/** Starts a request whose body comes in parts, of which it has the first alone. */
export function unfinishedPost(path: string, part: Buffer): Buffer {
  const head =
    `POST /${path} HTTP/1.1\r\nhost: stockbook\r\ncontent-type: ` +
    `application/json\r\ntransfer-encoding: chunked\r\n`;
  return Buffer.concat([Buffer.from(`${head}\r\n${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
}

/** Sends nothing behind the bytes, and again a second after a close. Returns how often. */
export async function keepOpen(url: string, bytes: Buffer, signal: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(url);
  for (let closed = 0; ; closed++) {
    const socket = connect(Number(port), hostname);
    // A gateway that closes a connection which still sends resets it.
    socket.on('error', () => undefined).resume();
    socket.write(bytes);
    await once(socket, 'close', { signal }).catch(() => undefined);
    socket.destroy();
    if (signal.aborted) return closed;
    await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
