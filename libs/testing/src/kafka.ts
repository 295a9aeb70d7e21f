import { kafkaObstacle } from '@stockbook/standalone/kafka';
import { testBrokers } from './brokers.js';

export { startKafka, type RunningKafka } from '@stockbook/standalone/kafka';
export { dropTopics, testBrokers } from './brokers.js';

/** Describes tests on the run's broker. If there is none, the run has said so, and CI has failed. */
export const describeKafka = testBrokers.length ? describe : describe.skip;

/** A broker of its own is stopped; without Java the run has said so, and CI has failed. */
export const describeOwnKafka = (await kafkaObstacle()) ? describe.skip : describe;
