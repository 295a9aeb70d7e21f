import { endWithUs, NODE_FLAGS } from '@stockbook/process';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = `${root}apps/cli/dist/main.js`;

type Environment = Readonly<Record<string, string>>;

export const buildApps = (): void => void execFileSync(process.execPath, [`${root}tools/build.mjs`]);

export const buildPages = (): void => void execFileSync(process.execPath, [`${root}tools/console/build.mjs`]);

export class RunningProgram {
  output = '';
  readonly exit: Promise<number | null>;
  protected readonly child;

  /** It does not outlive this process. */
  constructor(program: string, args: readonly string[], env: Environment, cwd = root) {
    this.child = spawn(program, args, { env: { PATH: process.env['PATH'], STOCKBOOK_DEMO: 'small', ...env }, cwd });
    endWithUs(this.child);
    this.exit = once(this.child, 'exit').then(([code]: (number | null)[]) => code ?? null);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** Returns the address of the ready line; fails with all output when the process ends first. */
  ready(): Promise<string> {
    return this.printed(/ is ready at (\S+)\r?\n/);
  }

  /** Fails when the process ends before it prints a match. */
  async printed(pattern: RegExp): Promise<string> {
    const found = async () => {
      for (;;) {
        const [, text] = pattern.exec(this.output) ?? [];
        if (text !== undefined) return text;
        await once(this.child.stdout, 'data');
      }
    };
    const text = await Promise.race([found(), this.exit]);
    if (typeof text === 'string') return text;
    throw new Error(`It ended before it printed ${pattern}:\n${this.output}`);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  type(text: string): void {
    this.child.stdin.write(text);
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }
}

export class AppProcess extends RunningProgram {
  constructor(app: string, env: Environment, nodeOptions: readonly string[] = []) {
    super(process.execPath, [...NODE_FLAGS, ...nodeOptions, `${root}apps/${app}/dist/main.js`], env);
  }
}

/** Runs a command of the command line, like `call sale/order/get`. */
export function runCli(
  env: Environment,
  args: readonly string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env }, cwd: root };
    const child = execFile(process.execPath, [cli, ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}
