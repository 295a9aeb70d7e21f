import type { KafkaOffsets, Position } from './kafka-offsets.js';

/** A partition in which Kafka has deleted what a group had not read: it goes on at `to`, where `from` was due. */
export interface LostOffsets {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly to: number;
}

export interface ProgressOptions {
  readonly group: string;
  readonly topics: readonly string[];
  readonly offsets: KafkaOffsets;
  readonly onLost: (lost: LostOffsets) => void;
}

type Place = Pick<Position, 'topic' | 'partition'>;

/**
 * Knows the offset that is due next in each partition of a group. kafkajs says nothing when that is gone and jumps to
 * what is there; nobody else writes to or compacts these topics, so each jump is a loss.
 */
export class Progress {
  private readonly due = new Map<string, number>();
  private loading?: Promise<void>;

  constructor(private readonly options: ProgressOptions) {}

  /** Where the group stands may have been moved by others. */
  forget(): void {
    this.loading = undefined;
  }

  /** Resolves when what the group has committed is known. */
  known(): Promise<void> {
    return (this.loading ??= this.load().catch((fault: unknown) => {
      this.loading = undefined;
      throw fault;
    }));
  }

  async arrive(place: Place, offset: number): Promise<void> {
    await this.known();
    if (this.isDue(place, offset)) return;
    await this.load();
    if (!this.isDue(place, offset)) this.lose(place, this.due.get(keyOf(place))!, offset);
  }

  commit(place: Place, next: number): void {
    this.due.set(keyOf(place), next);
  }

  private isDue(place: Place, offset: number): boolean {
    const due = this.due.get(keyOf(place));
    return due === undefined || due === offset;
  }

  private async load(): Promise<void> {
    const { offsets, group, topics } = this.options;
    for (const position of await offsets.positions(group, topics)) {
      const { next, first, end } = position;
      // After a jump, kafkajs has overwritten what was committed: what was known before still holds.
      if (next === undefined) continue;
      if (next >= first && next <= end) this.commit(position, next);
      else if (this.due.get(keyOf(position)) !== first) this.lose(position, next, first);
    }
  }

  private lose({ topic, partition }: Place, from: number, to: number): void {
    this.commit({ topic, partition }, to);
    this.options.onLost({ group: this.options.group, topic, partition, from, to });
  }
}

const keyOf = ({ topic, partition }: Place): string => `${topic}/${partition}`;
