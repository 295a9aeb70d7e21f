import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';

type Reply<A> = { readonly answer: A; readonly fault?: undefined } | { readonly fault: string };

/** Runs beside the benchmark, so that its cost does not count as that of the measured system. */
export class SideProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;

  /** The module calls `answerQuestions`; the name begins a sentence. */
  constructor(
    private readonly name: string,
    module: URL,
    nodeOptions: readonly string[] = [],
  ) {
    this.child = fork(module, { execArgv: [...process.execArgv, ...nodeOptions] });
    this.ended = once(this.child, 'exit');
  }

  /** The caller knows what the module answers to this question. */
  async ask<A>(question: Serializable): Promise<A> {
    const message = once(this.child, 'message');
    this.child.send(question);
    const [reply]: Reply<A>[] = await Promise.race([message, this.ended.then(() => [])]);
    if (!reply) throw new Error(`${this.name} has ended.`);
    if (reply.fault !== undefined) throw new Error(`${this.name} failed: ${reply.fault}`);
    return reply.answer;
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    await this.ended;
  }
}

export function answerQuestions<Q>(answerTo: (question: Q) => unknown): void {
  process.on('message', async (question: Q) => {
    try {
      process.send?.({ answer: await answerTo(question) });
    } catch (error) {
      process.send?.({ fault: String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
