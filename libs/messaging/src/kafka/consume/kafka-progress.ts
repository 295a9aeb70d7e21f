import { type Place, placeName } from '../kafka-message.js';
import type { KafkaOffsets } from './kafka-offsets.js';

/** Kafka deleted events before a group read them: it goes on at `to` instead of `from`. */
export interface LostOffsets extends Place {
  readonly group: string;
  readonly from: number;
  readonly to: number;
}

export interface ProgressOptions {
  readonly group: string;
  readonly topics: readonly string[];
  readonly offsets: KafkaOffsets;
  readonly onLost: (lost: LostOffsets) => void;
}

/** kafkajs skips deleted offsets silently, so each jump is a loss: nothing compacts these topics. */
export class Progress {
  private readonly due = new Map<string, number>();
  private loading?: Promise<void>;

  constructor(private readonly options: ProgressOptions) {}

  /** Other processes may have moved the group's position. */
  forget(): void {
    this.loading = undefined;
  }

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
    if (!this.isDue(place, offset)) this.lose(place, this.due.get(placeName(place))!, offset);
  }

  commit(place: Place, next: number): void {
    this.due.set(placeName(place), next);
  }

  private isDue(place: Place, offset: number): boolean {
    const due = this.due.get(placeName(place));
    return due === undefined || due === offset;
  }

  private async load(): Promise<void> {
    const { offsets, group, topics } = this.options;
    for (const position of await offsets.positions(group, topics)) {
      const { next, first, end } = position;
      // After a jump, kafkajs has overwritten the committed offset, but the known one still holds.
      if (next === undefined) continue;
      if (next >= first && next <= end) this.commit(position, next);
      else if (this.due.get(placeName(position)) !== first) this.lose(position, next, first);
    }
  }

  private lose({ topic, partition }: Place, from: number, to: number): void {
    this.commit({ topic, partition }, to);
    this.options.onLost({ group: this.options.group, topic, partition, from, to });
  }
}
