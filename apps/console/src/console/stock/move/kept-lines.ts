import { createStore, entries, promisifyRequest } from 'idb-keyval';
import type { Line } from './line.js';

const store = createStore('stockbook-stock', 'lines');

/** The lines of one user of this browser. Another user of it does not see them. */
export class KeptLines {
  constructor(private readonly owner: string) {}

  async read(): Promise<Line[]> {
    const all = await entries<[string, string], Line>(store);
    return all.filter(([[owner]]) => owner === this.owner).map(([, line]) => line);
  }

  /** Stores and removes lines in one transaction. */
  change(changed: readonly Line[], removed: readonly Line[] = []): Promise<void> {
    return store('readwrite', (lines) => {
      for (const line of changed) lines.put(line, [this.owner, line.id]);
      for (const { id } of removed) lines.delete([this.owner, id]);
      return promisifyRequest(lines.transaction);
    });
  }
}
