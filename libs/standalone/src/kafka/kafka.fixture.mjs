// A process that starts a Kafka in the folder given and prints its id.
import { startKafka } from '@stockbook/standalone/kafka';

const { pid } = await startKafka({ directory: process.argv[2], report: () => undefined });
process.send(pid);
