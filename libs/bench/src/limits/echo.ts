import { SideProcess } from '../side-process.js';

/** Runs work against a bare HTTP server that answers everything with this JSON, or without it with the request's. */
export async function withEcho<T>(answer: object | undefined, work: (url: string) => Promise<T>): Promise<T> {
  const server = new SideProcess('The echo server', new URL('./echo-process.js', import.meta.url));
  try {
    return await work(await server.ask({ answer }));
  } finally {
    await server.stop();
  }
}
