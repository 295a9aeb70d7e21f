import { setTimeout as delay } from 'node:timers/promises';
import { type Freshness, LatestChanges } from '../freshness/freshness.js';
import { Connection } from './connection.js';
import type { ReplicaAddress } from './address.js';
import { CONFIRM, type Notice, WATCH } from '../freshness/watcher.js';

const REOPEN_MS = 250;

/** A lost connection may miss invalidations, so it outdates every copy that was loaded before the reconnection. */
export class Watch implements Freshness {
  private readonly changes = new LatestChanges();
  private readonly connection: Connection;
  private opened_at: number | undefined;
  private isClosed = false;

  constructor(replica: ReplicaAddress) {
    this.connection = new Connection(replica);
    void this.keepOpen();
  }

  get isOpen(): boolean {
    return this.opened_at !== undefined;
  }

  since(account_id?: number): number {
    return this.opened_at === undefined ? performance.now() : Math.max(this.opened_at, this.changes.since(account_id));
  }

  close(): void {
    this.isClosed = true;
    this.connection.close();
  }

  private async keepOpen(): Promise<void> {
    while (!this.isClosed) {
      await this.listen().catch(() => undefined);
      await delay(REOPEN_MS, undefined, { ref: false });
    }
  }

  /** Resolves when the connection is lost. */
  private async listen(): Promise<void> {
    await this.connection.connect();
    if (this.isClosed) return this.connection.close();
    await new Promise<void>((lost) => {
      this.connection.stream<Notice>(WATCH, (notice) => {
        if (notice) return this.take(notice);
        this.opened_at = undefined;
        lost();
      });
    });
  }

  private take({ change, account_id }: Notice): void {
    if (account_id === undefined) {
      this.opened_at = performance.now();
      return;
    }
    this.changes.add(account_id);
    this.connection.notify(CONFIRM, { change });
  }
}

export class Watches implements Freshness {
  private readonly watches = new Map<string, Watch>();
  private removed_at = -Infinity;

  /** Watches an unlisted replica until it disconnects: it may still serve. */
  follow(replicas: ReadonlyMap<string, ReplicaAddress>): void {
    for (const [name, watch] of this.watches) {
      if (replicas.has(name) || watch.isOpen) continue;
      watch.close();
      this.watches.delete(name);
      this.removed_at = performance.now();
    }
    for (const [name, replica] of replicas) {
      if (!this.watches.has(name)) this.watches.set(name, new Watch(replica));
    }
  }

  since(account_id?: number): number {
    if (!this.watches.size) return performance.now();
    let since = this.removed_at;
    for (const watch of this.watches.values()) since = Math.max(since, watch.since(account_id));
    return since;
  }

  close(): void {
    for (const watch of this.watches.values()) watch.close();
    this.watches.clear();
  }
}
