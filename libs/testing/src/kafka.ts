import { kafkaObstacle } from '@stockbook/standalone/kafka';
import { testBrokers } from './brokers.js';

export { startKafka, type RunningKafka } from '@stockbook/standalone/kafka';
export { dropTopics, testBrokers } from './brokers.js';

/** Describes tests on the run's broker. If there is none, the run has said so, and CI has failed. */
export const describeKafka = testBrokers.length ? describe : describe.skip;

/**
 * Describes tests that stop a broker, and so start one of their own; they need Java whatever KAFKA_BROKERS names. If
 * there is none, the run has said so, and CI has failed.
 */
export const describeOwnKafka = (await kafkaObstacle()) ? describe.skip : describe;
