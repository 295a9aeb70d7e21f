import { Command, InvalidArgumentError } from 'commander';
import { type BenchOptions, runBench } from './run-bench.js';
import { Closing, onStopRequest } from '@stockbook/process';

export function commandLine(print: (line: string) => void): Command {
  return new Command('bench')
    .description('Measures Stockbook against the limit of this machine, and proves what it has measured.')
    .option('--quick', 'little data and short runs: under 50 seconds', false)
    .option('--distributed', 'gateway and services as processes of their own, over Kafka', false)
    .option('--only <name>', 'only this figure, or only those that begin so')
    .option('--minutes <number>', 'how long long_run takes', positive)
    .option('--rate <number>', 'the orders a second of long_run', positive)
    .option('--json <file>', 'write the figures as JSON')
    .option('--plot <file>', 'draw throughput and p99 against offered load, as SVG')
    .option('--node-option <option...>', 'for the measured process, like --cpu-prof', [])
    .action(async (options: BenchOptions) => {
      const closing = new Closing();
      onStopRequest(() => void closing.close().finally(() => process.exit(130)));
      const isRight = await runBench(options, closing, print).finally(() => closing.close());
      if (!isRight) process.exitCode = 1;
    });
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number < Infinity)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
