// A program whose stop never ends; it fails when its parent says why.
import { runProcess } from '@stockbook/process';

await runProcess(async ({ fail, report }) => {
  process.on('message', fail);
  // Signals are heard from the next turn on.
  setImmediate(report, 'ready');
  return { stop: () => new Promise(() => undefined), stopLimit_ms: 500 };
});
