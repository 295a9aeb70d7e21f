import { kafkaObstacle } from '@stockbook/standalone/kafka';

export { startKafka, type RunningKafka } from '@stockbook/standalone/kafka';

const named = process.env['STOCKBOOK_TEST_KAFKA'];

/** The brokers that Jest's setup for Kafka has found or started. */
export const testBrokers: readonly string[] = named?.split(',') ?? [];

/** Tests on the run's broker. Where there is none the run has said so, and CI has failed. */
export const describeKafka = named ? describe : describe.skip;

/** Tests that stop a broker, and so start one of their own; they need Java whatever KAFKA_BROKERS names. */
export const describeOwnKafka = (await kafkaObstacle()) ? describe.skip : describe;
