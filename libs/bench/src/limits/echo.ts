import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs work against a bare HTTP server that answers everything with this JSON, or without it with the request's. */
export async function withEcho<T>(answer: object | undefined, work: (url: string) => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('./echo-process.js', import.meta.url)));
  const ended = once(child, 'exit');
  try {
    child.send({ answer });
    const [started]: { url: string }[] = await Promise.race([once(child, 'message'), ended.then(() => [])]);
    if (!started) throw new Error('The echo server has ended.');
    return await work(started.url);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}
