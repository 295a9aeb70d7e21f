import { answerQuestions } from '../side-process.js';
import { closedLoop } from './closed-loop.js';
import type { Job } from './job.js';
import { openLoop } from './open-loop.js';

answerQuestions(async (job: Job) => {
  const { loop } = job;
  const counter = await ('rate' in loop ? openLoop(job, loop.rate) : closedLoop(job, loop.connections));
  return counter.result();
});
