import { kafkaObstacle } from '@stockbook/standalone/kafka';
import { testBrokers } from './brokers.js';

export { startKafka, type RunningKafka } from '@stockbook/standalone/kafka';
export { dropTopics, testBrokers } from './brokers.js';

/** Tests on the run's broker. Where there is none the run has said so, and CI has failed. */
export const describeKafka = testBrokers.length ? describe : describe.skip;

/**
 * Tests that stop a broker, and so start one of their own; they need Java whatever KAFKA_BROKERS names. Where there is
 * none the run has said so, and CI has failed.
 */
export const describeOwnKafka = (await kafkaObstacle()) ? describe.skip : describe;
