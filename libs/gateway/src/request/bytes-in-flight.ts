import { Refused } from '@stockbook/contracts';
import type { ServerResponse } from 'node:http';
import type { Answer } from './operation-run.js';
import { countLimited } from './rate-limit.js';

/** A client that takes its answer more slowly is disconnected. */
const GRACE_MS = 5_000;
const SLOWEST_BYTES_PER_MS = 256;

export const crowded = new Refused({
  code: 'unavailable',
  message:
    'The account has too many bytes of requests and answers on their way; repeat the request when others are answered.',
});

/** An account may have half of the room that the others leave. */
export class BytesInFlight {
  private total = 0;
  private readonly byAccount = new Map<number, number>();

  constructor(private readonly budget: number) {}

  /** Returns a function that gives the bytes back, or refuses. */
  take(account_id: number, bytes: number): () => void {
    if (!this.hasRoom(account_id, bytes)) {
      countLimited('bytes_in_flight');
      throw crowded;
    }
    return this.count(account_id, bytes);
  }

  /** Counts an answer that must be given, because its request is done. */
  count(account_id: number, bytes: number): () => void {
    this.add(account_id, bytes);
    return () => this.add(account_id, -bytes);
  }

  /** A single answer is always given where the process has room, however large it is. */
  hasRoom(account_id: number, bytes: number): boolean {
    if (this.total === 0) return true;
    const own = this.byAccount.get(account_id) ?? 0;
    const left = this.budget - (this.total - own);
    return own + bytes <= (own ? left / 2 : left);
  }

  private add(account_id: number, bytes: number): void {
    this.total += bytes;
    const own = (this.byAccount.get(account_id) ?? 0) + bytes;
    if (own) this.byAccount.set(account_id, own);
    else this.byAccount.delete(account_id);
  }
}

export class HeldAnswers {
  private readonly frees: (() => void)[] = [];

  constructor(
    private readonly inFlight: BytesInFlight,
    private readonly account_id: number,
  ) {}

  /** The answer of a write that was done now is always given; any other is refused where it has no room. */
  hold({ json, hasWritten }: Pick<Answer, 'json' | 'hasWritten'>): void {
    const { inFlight, account_id } = this;
    const bytes = Buffer.byteLength(json);
    this.frees.push(hasWritten ? inFlight.count(account_id, bytes) : inFlight.take(account_id, bytes));
  }

  /** A batch that holds no answer yet may always have one. */
  get isFull(): boolean {
    return this.frees.length > 0 && !this.inFlight.hasRoom(this.account_id, 0);
  }

  free(): void {
    for (const free of this.frees.splice(0)) free();
  }
}

export function freeWhenTaken(response: ServerResponse, bytes: number, free: () => void = () => undefined): void {
  if (response.closed) return free();
  // The limit is in whole seconds, because Node keeps timers of one length in one list.
  const limit_ms = GRACE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS / 1_000) * 1_000;
  const end = setTimeout(() => response.destroy(), limit_ms);
  response.once('close', () => {
    clearTimeout(end);
    free();
  });
}
