import type { Operations } from '@stockbook/client';
import { eachOf, plain } from './lists.js';

const PAGE = 100;

/**
 * The values that a field has in the records of a list. They are read as a whole after as many single lookups as the
 * list has pages, so that neither a short file nor a long one costs more than twice the least.
 */
export class StoredValues {
  private lookups = 0;
  private pages: Promise<number> | undefined;
  private all: Promise<void> | undefined;
  private readonly values = new Set<string>();

  constructor(
    private readonly client: Operations,
    private readonly path: string,
    private readonly field: string,
  ) {}

  /** Returns false if no record has the value. Others may have added one since the list was read. */
  async mayHave(value: string): Promise<boolean> {
    if (++this.lookups <= (await (this.pages ??= this.count()))) return true;
    await (this.all ??= this.readAll());
    return this.values.has(looseOf(value));
  }

  add(value: string): void {
    this.values.add(looseOf(value));
  }

  private async count(): Promise<number> {
    try {
      const { total } = await this.client.request(`${this.path}/get`, { limit: 1 });
      return Number(total) / PAGE;
    } catch (error) {
      this.pages = undefined;
      throw error;
    }
  }

  private async readAll(): Promise<void> {
    try {
      for await (const record of eachOf(this.client, this.path, { fields: this.field }))
        this.add(String(record[this.field]));
    } catch (error) {
      this.all = undefined;
      throw error;
    }
  }
}

/** Equal codes differ in leading zeros. */
const looseOf = (value: string): string => plain(value).replace(/^0+/, '');
