import { endWithUs } from '@stockbook/process';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const READY = /Stockbook is ready at (\S+)\n/;

/** The standalone application, as its users start it. */
export class AppProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<unknown>,
    readonly url: string,
    readonly pid: number,
    /** From the launch to the line that says that it is ready, in milliseconds. */
    readonly start_ms: number,
  ) {}

  /** Starts it and waits until it serves; `nodeOptions` are for Node itself. */
  static async start(
    env: Readonly<Record<string, string>>,
    nodeOptions: readonly string[] = ['--enable-source-maps'],
  ): Promise<AppProcess> {
    const began = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, `${root}apps/standalone/dist/main.js`], {
      env: { PATH: process.env['PATH'], ...env },
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    const ended = once(child, 'exit');
    let output = '';
    const url = new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          if (READY.test(output)) return;
          output += text;
          const [, found] = READY.exec(output) ?? [];
          if (found) resolve(found);
        });
      }
    });
    const ready = await Promise.race([url, ended.then(() => undefined)]);
    if (!ready || !child.pid) throw new Error(`The application ended before it was ready:\n${output}`);
    return new AppProcess(child, ended, ready, child.pid, performance.now() - began);
  }

  /** Lets it drain, and waits until it has ended. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
