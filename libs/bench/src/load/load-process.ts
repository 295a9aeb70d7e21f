import { closedLoop } from './closed-loop.js';
import type { Job } from './job.js';
import { openLoop } from './open-loop.js';

/** The generator has a process of its own: what it costs is not the cost of what is measured. */
process.on('message', (job: Job) => {
  const { loop } = job;
  const run = loop.kind === 'closed' ? closedLoop(job, loop.connections) : openLoop(job, loop.rate);
  void run.then(
    (counter) => process.send?.({ result: counter.result() }),
    (error: unknown) => process.send?.({ fault: String(error) }),
  );
});
// Nobody is left to measure for.
process.on('disconnect', () => process.exit());
