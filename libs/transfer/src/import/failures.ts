import { StartFault } from '@stockbook/process/faults';
import { appendFileSync, writeFileSync } from 'node:fs';
import { csvLine, escaped } from '../csv-text.js';
import type { LineFault } from '../mapping/line-fault.js';
import type { FileFacts } from '../source/inspect-file.js';
import { FAULT_COLUMNS, type Row } from '../source/rows.js';

export interface Failure {
  readonly rows: readonly Row[];
  readonly faults: readonly LineFault[];
}

/** A file of the failed rows with the reasons, which can be mended and imported as it is. */
export class Failures {
  private isBegun = false;
  private readonly taken = new WeakSet<readonly Row[]>();

  constructor(
    private readonly file: string,
    private readonly facts: FileFacts,
    private readonly columns: readonly string[],
  ) {}

  add({ rows, faults }: Failure): void {
    // Both parts of a record with negative quantities may fail, and have the same rows.
    if (this.taken.has(rows)) return;
    this.taken.add(rows);
    const isCsv = this.facts.format === 'csv';
    if (!this.isBegun) this.write(writeFileSync, isCsv ? csvLine(this.header(), this.facts.delimiter) : '');
    this.isBegun = true;
    const lines = rows.map(({ line, cells }, i) => {
      const own = [...cells].filter(([column]) => !FAULT_COLUMNS.some((name) => name === column));
      const all = i === 0 ? faults : [];
      const reasons = [line, ...[listed(all, 'field'), listed(all, 'code'), listed(all, 'message')]];
      const record = new Map([...own, ...FAULT_COLUMNS.map((name, at) => [name, reasons[at]] as const)]);
      return isCsv
        ? csvLine(
            this.header().map((column) => escaped(record.get(column))),
            this.facts.delimiter,
          )
        : `${JSON.stringify(Object.fromEntries(record))}\n`;
    });
    this.write(appendFileSync, lines.join(''));
  }

  /** Returns the name of the file if there is one. */
  get written(): string | undefined {
    return this.isBegun ? this.file : undefined;
  }

  private write(write: typeof appendFileSync, text: string): void {
    try {
      write(this.file, text);
    } catch (error) {
      throw new StartFault(`${this.file} cannot be written (${error instanceof Error ? error.message : ''}).`);
    }
  }

  private header(): readonly string[] {
    return [...this.columns.filter((column) => !FAULT_COLUMNS.some((name) => name === column)), ...FAULT_COLUMNS];
  }
}

const listed = (faults: readonly LineFault[], name: keyof LineFault): string =>
  [...new Set(faults.map((fault) => fault[name]))].filter(Boolean).join(' ');
