import { oneAfterTheOther, unlessAborted } from '@stockbook/process';
import { type Kafka, Partitioners, type TopicMessages } from 'kafkajs';

/** Drops a producer after a failure: it is unknown which sequence number the broker expects. */
export class KafkaSender {
  private producer?: SingleProducer;
  private readonly inTurn = oneAfterTheOther();

  constructor(private readonly kafka: Kafka) {}

  /** Resolves when every in-sync replica has the messages; rejects at the signal. */
  send(topicMessages: TopicMessages[], signal: AbortSignal): Promise<void> {
    return unlessAborted(signal, () => this.inTurn(() => this.sendNext(topicMessages, signal)));
  }

  close(): Promise<void> {
    return this.inTurn(async () => this.producer?.retire());
  }

  private async sendNext(topicMessages: TopicMessages[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const producer = (this.producer ??= new SingleProducer(this.kafka));
    try {
      await unlessAborted(signal, () => producer.send(topicMessages));
    } catch (fault) {
      this.producer = undefined;
      void producer.retire();
      throw fault;
    }
  }
}

const ACKS_OF_ALL = -1;

class SingleProducer {
  private readonly producer;
  private readonly connected: Promise<void>;
  private inWork: Promise<unknown>;
  private isRetired = false;

  constructor(kafka: Kafka) {
    this.producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: () => {
        const partitionOf = Partitioners.DefaultPartitioner();
        return (message) => {
          // kafkajs would reconnect and send a batch that its caller has given up.
          if (this.isRetired) throw new Error('This producer is retired.');
          return partitionOf(message);
        };
      },
    });
    this.inWork = this.connected = this.producer.connect();
  }

  async send(topicMessages: TopicMessages[]): Promise<void> {
    await this.connected;
    await (this.inWork = this.producer.sendBatch({ acks: ACKS_OF_ALL, timeout: 10_000, topicMessages }));
  }

  /** Disconnects again after kafkajs has noticed, because it reconnects. */
  async retire(): Promise<void> {
    this.isRetired = true;
    await this.producer.disconnect().catch(() => undefined);
    await this.inWork.catch(() => undefined);
    await this.producer.disconnect().catch(() => undefined);
  }
}
