import { answerQuestions } from '../side-process.js';
import { runJob } from './loops.js';

answerQuestions(runJob);
