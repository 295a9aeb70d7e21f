import type { Acknowledgement, Job, LoadResult } from './job.js';

/** Returns Unix time in milliseconds, to the microsecond. */
export const now = (): number => performance.timeOrigin + performance.now();

export class LoadCounter {
  private sent = 0;
  private answered = 0;
  private readonly statuses: Record<string, number> = {};
  private readonly latencies_ms: number[] = [];
  private readonly acknowledgements: Acknowledgement[] = [];
  private readonly start = now();
  private end = this.start;
  private sample = '';
  private refusal?: string;
  private readonly atStart = performance.eventLoopUtilization();

  constructor(private readonly acknowledged: Job['acknowledged']) {}

  send(): void {
    this.sent++;
  }

  answer(status: number, text: string, sent_at: number): void {
    this.end = now();
    this.answered++;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status !== 200) return void (this.refusal ??= text);
    this.latencies_ms.push(this.end - sent_at);
    this.sample = text;
    if (this.acknowledged) {
      this.acknowledgements.push({ id: idIn(text, this.acknowledged), sent_at, answered_at: this.end });
    }
  }

  result(): LoadResult {
    const { sent, statuses, latencies_ms, acknowledgements, sample, refusal } = this;
    return {
      sent,
      statuses,
      unanswered: sent - this.answered,
      latencies_ms,
      acknowledgements,
      seconds: (this.end - this.start) / 1_000,
      sample,
      refusal,
      busy: performance.eventLoopUtilization(this.atStart).utilization,
    };
  }
}

function idIn(text: string, name: NonNullable<Job['acknowledged']>): number {
  const { order, ...answer }: { changed?: number; credit_note_id?: number; order?: { order_id: number } } =
    JSON.parse(text);
  return (name === 'order_id' ? order?.order_id : answer[name]) ?? 0;
}
