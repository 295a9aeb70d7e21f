import { type Caller, type SettingsReference, settingsReference } from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { checkChannelGroup, type ChannelGroupCheck, ReferenceCache } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const ANSWER_MS = 2_000;

/** Records of settings that integration refers to. Loaded outside of transactions. */
@Injectable()
export class Settings implements ChannelGroupCheck {
  private readonly cache: ReferenceCache<SettingsReference>;

  constructor(services: Services) {
    this.cache = ReferenceCache.of(services, settingsReference.get, ANSWER_MS);
  }

  checkChannelGroup(caller: Caller, wanted: number): Promise<void> {
    return checkChannelGroup(this.cache, caller, wanted);
  }

  apply<R>(account_id: number, rule: (settings: SettingsReference) => R): Promise<R> {
    return this.cache.apply(account_id, rule);
  }
}
