import { kafkaObstacle } from '@stockbook/standalone/kafka';
import { testBrokers } from './brokers.js';

export { startKafka, type RunningKafka } from '@stockbook/standalone/kafka';
export { dropTopics, testBrokers } from './brokers.js';

/** This module outlives a spec file, and each file has a `describe` of its own. */
const describeIf = (isPossible: boolean) => (name: string, tests: () => void) =>
  (isPossible ? describe : describe.skip)(name, tests);

/** Describes tests on the run's broker. If there is none, the run has said so, and CI has failed. */
export const describeKafka = describeIf(testBrokers.length > 0);

/** A broker of its own is stopped; without Java the run has said so, and CI has failed. */
export const describeOwnKafka = describeIf(!(await kafkaObstacle()));
