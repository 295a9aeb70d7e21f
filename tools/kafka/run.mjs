// Runs a Kafka for development until Ctrl-C, at KAFKA_PORT or any free port, unless KAFKA_BROKERS names one.
import { runProcess } from '@stockbook/process';
import { runKafka } from '@stockbook/standalone/kafka';

await runProcess(runKafka);
