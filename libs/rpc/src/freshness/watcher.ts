import type { TcpContext } from '@nestjs/microservices';
import type { Socket } from 'node:net';
import { Observable, type Subscriber } from 'rxjs';
import type { Invalidations } from './invalidations.js';

export const WATCH = 'watch';
export const CONFIRM = 'confirm';

/** The first notice of a stream has no account and confirms the subscription. */
export interface Notice {
  readonly change: number;
  readonly account_id?: number;
}

/** A process that does not confirm in time is disconnected, so that it knows it has missed a change. */
const CONFIRM_MS = 1_000;

export class Watchers {
  private readonly watchers = new Map<Socket, Watcher>();

  constructor(private readonly invalidations: Invalidations) {}

  watch(context: TcpContext): Observable<Notice> {
    const socket = context.getSocketRef().netSocket;
    return new Observable((stream) => {
      const watcher = new Watcher(socket, stream);
      const remove = this.invalidations.add((account_id) => watcher.invalidate(account_id));
      this.watchers.set(socket, watcher);
      socket.once('close', () => {
        remove();
        this.watchers.delete(socket);
        watcher.end();
      });
      stream.next({ change: 0 });
    });
  }

  confirm({ change }: Notice, context: TcpContext): void {
    this.watchers.get(context.getSocketRef().netSocket)?.confirm(change);
  }
}

class Watcher {
  private readonly unconfirmed = new Map<number, () => void>();
  private changes = 0;

  constructor(
    private readonly socket: Socket,
    private readonly stream: Subscriber<Notice>,
  ) {}

  async invalidate(account_id: number): Promise<void> {
    const change = ++this.changes;
    // The timeout waits one more turn: after a pause of this process, timers run before a confirmation that has arrived
    // is read.
    const timeout = setTimeout(() => setImmediate(() => this.disconnect(change)), CONFIRM_MS);
    await new Promise<void>((resolve) => {
      this.unconfirmed.set(change, resolve);
      this.stream.next({ change, account_id });
    });
    clearTimeout(timeout);
  }

  confirm(change: number): void {
    this.unconfirmed.get(change)?.();
    this.unconfirmed.delete(change);
  }

  end(): void {
    for (const resolve of this.unconfirmed.values()) resolve();
    this.stream.complete();
  }

  private disconnect(change: number): void {
    if (this.unconfirmed.has(change)) this.socket.destroy();
  }
}
