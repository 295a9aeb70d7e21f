import { notifications } from '@mantine/notifications';
import { csvLine, disarmed } from '@stockbook/transfer/csv-text';
import { onSessionChange } from '../../session/session.js';
import { wordsOf } from '../../server/failures.js';

export interface CsvColumn<T> {
  readonly heading: string;
  readonly value: (record: T) => string | number | undefined;
}

export interface CsvTable<T> {
  readonly name: string;
  readonly columns: readonly CsvColumn<T>[];
  readonly read: (signal: AbortSignal) => AsyncIterable<T>;
}

interface Words {
  readonly running: string;
  readonly progress: (done: number) => string;
  readonly cancel: string;
  readonly cancelled: string;
  readonly locked: string;
  readonly failed: string;
  readonly done: (rows: number, file: string) => string;
}

/** Spreadsheets read a file with this mark as UTF-8. */
const BOM = '\ufeff';
const ROWS_A_STEP = 100;
const SHOWN_MS = 8_000;
const REVOKED_IN_MS = 10_000;

/** Writes all records into a file. People may go to other pages meanwhile, and cancel it by its message. */
export async function exportCsv<T>({ name, columns, read }: CsvTable<T>, words: Words): Promise<void> {
  const cancelling = new AbortController();
  const id = notifications.show({
    title: words.running,
    message: words.progress(0),
    loading: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': words.cancel },
    onClose: () => cancelling.abort(),
  });
  // The next user of this browser gets no file of this one.
  let isLocked = false;
  const stopListening = onSessionChange(() => {
    isLocked = true;
    cancelling.abort();
  });
  const lines = [BOM + csvLine(columns.map(({ heading }) => heading))];
  const end = (message: string, color?: string, autoClose: number | false = SHOWN_MS) =>
    notifications.update({
      ...{ id, message, loading: false, autoClose, closeButtonProps: {} },
      ...(color && { color }),
    });
  try {
    for await (const record of read(cancelling.signal)) {
      cancelling.signal.throwIfAborted();
      lines.push(csvLine(columns.map(({ heading, value }) => disarmed(heading, value(record)))));
      const rows = lines.length - 1;
      if (rows % ROWS_A_STEP === 0) notifications.update({ id, message: words.progress(rows), loading: true });
    }
    const file = `${name.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.csv`;
    download(new Blob(lines, { type: 'text/csv' }), file);
    end(words.done(lines.length - 1, file));
  } catch (error) {
    if (isLocked) end(words.locked, 'orange', false);
    else if (cancelling.signal.aborted) notifications.show({ message: words.cancelled });
    else end(`${words.failed} ${wordsOf(error)}`, 'red');
  } finally {
    stopListening();
  }
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin the download later.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKED_IN_MS);
}
