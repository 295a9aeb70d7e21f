import { type Caller, channelActivity } from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A busy channel is reported once in this time. */
const REPORT_EVERY_MS = 60_000;
const ANSWER_MS = 2_000;

/** Reports to integration which channels orders come from, at most once a minute each; nobody waits for it. */
@Injectable()
export class ChannelActivity {
  private readonly reported = new LRUCache<string, true>({ max: 10_000, ttl: REPORT_EVERY_MS });

  constructor(private readonly services: Services) {}

  note({ account_id }: Caller, channel_id: number): void {
    const key = `${account_id}/${channel_id}`;
    if (this.reported.has(key)) return;
    this.reported.set(key, true);
    const input = { channel_id, date_active: new Date().toISOString() };
    // The next order reports the channel again after a failure.
    this.services.askFor(account_id, channelActivity.note, input, ANSWER_MS).catch(() => this.reported.delete(key));
  }
}
