import { type Call, Refused } from '@stockbook/contracts';
import { FairQueue } from '@stockbook/service';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Decoded, DECODER_PROCESS, type Renditions, type Started } from './decoding.js';

const LIMIT_MS = 5_000;
/** The process gives its memory back after this time without an image. */
const IDLE_MS = 60_000;
/** At most this many images wait. One is decoded at a time, because the next one would take as much memory again. */
const MOST_WAITING = 6;

interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: Refused) => void;
}

/** A process of its own, as libraries in machine code heed no limit of memory, and hardly one of time. */
@Injectable()
export class Decoder implements OnModuleDestroy {
  private readonly waiting = new FairQueue<Waiting>(MOST_WAITING);
  private isDecoding = false;
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  async renditionsOf(content: Buffer, { caller, deadline }: Pick<Call, 'caller' | 'deadline'>): Promise<Renditions> {
    await this.turnOf(caller);
    const decoded = await this.decode(content, deadline).finally(() => this.next());
    if (decoded.fault === undefined) return decoded;
    throw new Refused({ code: 'invalid', field: 'content', message: `content ${decoded.fault}.` });
  }

  private turnOf({ account_id, user_id }: Call['caller']): Promise<void> {
    return new Promise((start, refuse) => {
      this.waiting.add(account_id, { start, refuse }, user_id)?.refuse(new Refused(busy));
      if (!this.isDecoding) this.next();
    });
  }

  private next(): void {
    const first = this.waiting.take();
    this.isDecoding = first !== undefined;
    first?.start();
  }

  private async decode(content: Buffer, deadline: number): Promise<Decoded> {
    if (deadline < Date.now()) throw new Refused(busy);
    clearTimeout(this.idle);
    if (!this.child || isOver(this.child)) this.child = await started();
    this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return answerOf(this.child, content);
  }

  onModuleDestroy(): void {
    clearTimeout(this.idle);
    this.end();
  }

  private end(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

/** Makes the C library give the memory of an image back, so that the next one has all. */
const RETURNED = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

async function started(): Promise<ChildProcess> {
  const child = fork(DECODER_PROCESS, {
    env: { ...process.env, ...RETURNED },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It ends with this process, which need not wait for it.
  child.unref();
  const [first]: Partial<Started>[] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
  child.channel?.unref();
  if (first && !first.error) return child;
  child.kill('SIGKILL');
  throw new Error(`Images cannot be decoded: ${first?.error ?? 'the process of the decoder has ended'}.`);
}

/** A process that ends without an answer was killed for its time or memory, or had a fault. */
async function answerOf(child: ChildProcess, content: Buffer): Promise<Decoded> {
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, LIMIT_MS);
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(child, 'exit', { signal }).then(() => []);
    const message = once(child, 'message', { signal });
    // A process that has ended takes nothing, which its end tells.
    child.send(content, () => undefined);
    const [decoded]: Decoded[] = await Promise.race([message, ended]);
    if (decoded) return decoded;
  } finally {
    clearTimeout(limit);
    over.abort();
  }
  return {
    fault: isLate ? `takes more than ${LIMIT_MS / 1_000} seconds to decode` : 'needs too much memory to decode',
  };
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const busy = {
  code: 'unavailable',
  message: 'Too many images are decoded now; the same request can be repeated safely.',
} as const;
