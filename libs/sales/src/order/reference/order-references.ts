import {
  type ChannelsReference,
  channelsReference,
  type SettingsReference,
  settingsReference,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { ReferenceSnapshots, ReferenceCache } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import type { OrderReference } from './order-terms.js';

const ANSWER_MS = 2_000;

/** Each part is current whether or not the other's owner is away. */
@Injectable()
export class OrderReferences {
  private readonly settings: ReferenceCache<SettingsReference>;
  private readonly channels: ReferenceCache<ChannelsReference>;

  constructor(services: Services, db: Db) {
    const cached = <T extends object>(operation: Parameters<typeof ReferenceCache.of<T>>[1], kind: string) =>
      ReferenceCache.of(services, operation, ANSWER_MS, new ReferenceSnapshots<T>(db, kind));
    this.settings = cached(settingsReference.get, 'settings');
    this.channels = cached(channelsReference.get, 'channels');
  }

  /** Loads at once what has to be loaded. */
  async prepare(account_id: number): Promise<void> {
    const nothing = () => undefined;
    await Promise.all([this.settings.apply(account_id, nothing), this.channels.apply(account_id, nothing)]);
  }

  apply<R>(account_id: number, rule: (reference: OrderReference) => R): Promise<R> {
    return this.settings.apply(account_id, (settings) =>
      this.channels.apply(account_id, (reference) => rule({ settings, ...reference })),
    );
  }
}
