import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine, disarmed } from '../csv-text.js';
import type { LineFault } from '../mapping/line-fault.js';
import type { FileFacts } from '../source/inspect-file.js';
import { FAULT_COLUMNS, type Row } from '../source/rows.js';

export interface Failure {
  readonly rows: readonly Row[];
  readonly faults: readonly LineFault[];
}

/** A file of the failed rows with the reasons, which can be mended and imported as it is. */
export class Failures {
  private stream: WriteStream | undefined;
  private readonly written = new WeakSet<readonly Row[]>();

  constructor(
    private readonly file: string,
    private readonly facts: FileFacts,
    private readonly columns: readonly string[],
  ) {}

  add({ rows, faults }: Failure): void {
    // Both parts of a record with negative quantities may fail, and have the same rows.
    if (this.written.has(rows)) return;
    this.written.add(rows);
    const isCsv = this.facts.format === 'csv';
    this.stream ??= this.open(isCsv);
    rows.forEach(({ line, cells }, i) => {
      const own = [...cells].filter(([column]) => !FAULT_COLUMNS.some((name) => name === column));
      const all = i === 0 ? faults : [];
      const reasons = [line, ...[listed(all, 'field'), listed(all, 'code'), listed(all, 'message')]];
      const record = new Map([...own, ...FAULT_COLUMNS.map((name, at) => [name, reasons[at]] as const)]);
      this.stream?.write(
        isCsv
          ? csvLine(
              this.header().map((column) => disarmed(column, record.get(column), false)),
              this.facts.delimiter,
            )
          : `${JSON.stringify(Object.fromEntries(record))}\n`,
      );
    });
  }

  /** Resolves with the name of the file if there is one. */
  async close(): Promise<string | undefined> {
    if (!this.stream) return undefined;
    this.stream.end();
    await finished(this.stream);
    return this.file;
  }

  private open(isCsv: boolean): WriteStream {
    const stream = createWriteStream(this.file);
    if (isCsv) stream.write(csvLine(this.header(), this.facts.delimiter));
    return stream;
  }

  private header(): readonly string[] {
    return [...this.columns.filter((column) => !FAULT_COLUMNS.some((name) => name === column)), ...FAULT_COLUMNS];
  }
}

const listed = (faults: readonly LineFault[], name: keyof LineFault): string =>
  [...new Set(faults.map((fault) => fault[name]))].filter(Boolean).join(' ');
