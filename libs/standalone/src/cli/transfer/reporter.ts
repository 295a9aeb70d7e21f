import type { ImportSummary, Outcome, Progress } from '@stockbook/transfer';
import { SingleBar } from 'cli-progress';
import type { Shell } from '../shell.js';

interface Shown {
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** The failures that are printed; the file of failed lines has all of them. */
const SHOWN_FAILURES = 20;
const FORMAT =
  '{bar} {percentage}% | {created} created, {changed} changed, {failed} failed | {rate}/s | ETA {eta_formatted}';

/** Shows an import while it runs: a bar on a terminal, or JSON lines. */
export function reporter(print: Shell['print'], { json = false }: Shown) {
  const hasBar = !json && process.stderr.isTTY;
  const began = performance.now();
  let [bar, failures]: [SingleBar | undefined, number] = [undefined, 0];
  return {
    onFailure: ({ piece: { line }, faults }: Outcome): void => {
      if (json) for (const fault of faults) print(JSON.stringify({ event: 'failed', line, ...fault }));
      else if (++failures <= SHOWN_FAILURES) print(`Line ${line}: ${faults.map(({ message }) => message).join(' ')}`);
    },
    onProgress: ({ counts, bytes, of }: Progress): void => {
      if (json) print(JSON.stringify({ event: 'progress', bytes, of, ...counts }));
      if (!hasBar) return;
      const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const rate = Math.round((done * 1_000) / (performance.now() - began));
      if (!bar) {
        bar = new SingleBar({ format: FORMAT, stream: process.stderr, hideCursor: true });
        bar.start(of, 0, { ...counts, rate });
      }
      bar.update(bytes, { ...counts, rate });
    },
    stop: (): void => bar?.stop(),
    end: (summary: ImportSummary, { dryRun = false }: Shown): void => {
      bar?.stop();
      const { counts, errors, stopped, line } = summary;
      if (json) return print(JSON.stringify({ event: 'end', ...counts, errors, stopped, line, dry_run: dryRun }));
      print(sentenceOf(summary, dryRun));
      if (errors) print(`The failed lines are in ${errors}; mend it and import it.`);
      if (stopped === 'user') print(`Stopped behind line ${line}. The same command goes on from there.`);
      if (stopped === 'errors') print(`Stopped behind line ${line}, because too many lines have failed.`);
    },
  };
}

function sentenceOf({ counts, prepared }: ImportSummary, isDry: boolean): string {
  const { created, changed, unchanged, failed, before } = counts;
  const { facts, ignored } = prepared;
  const done = `${created} created, ${changed} changed, ${unchanged} unchanged, ${failed} failed`;
  const earlier = before ? `, ${before} done before` : '';
  const read =
    facts.format === 'csv' ? ` (${facts.encoding}, columns by '${facts.delimiter.replace('\t', '\\t')}')` : '';
  const left = ignored.length ? `\nColumns that were not imported: ${ignored.join(', ')}.` : '';
  return `${facts.file}${read}: ${isDry ? 'would be ' : ''}${done}${earlier}.${left}`;
}
