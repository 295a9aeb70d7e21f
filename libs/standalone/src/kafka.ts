export { findJars, kafkaObstacle } from './kafka/kafka-jars.js';
export * from './kafka/run-kafka.js';
export * from './kafka/start-kafka.js';
