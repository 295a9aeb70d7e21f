import {
  channelChanged,
  channelsReference,
  companyChanged,
  currencyChanged,
  type Event,
  orderStatusChanged,
  ownCaller,
  paymentMethodChanged,
  settingsReference,
} from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Consumes, FRESHNESS, KeptRecords, ReferenceCache, Services } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { OrderReference } from './order-terms.js';

const ANSWER_MS = 2_000;

/** The reference data of orders, without which none can be taken. Changes of it expire what is known. */
@Injectable()
export class OrderReferences extends ReferenceCache<OrderReference> {
  constructor(services: Services, db: Db, @Inject(FRESHNESS) fresh_ms: number) {
    const load = async (account_id: number): Promise<OrderReference> => {
      const deadline = Date.now() + ANSWER_MS;
      const call = { caller: ownCaller(account_id), input: {}, deadline, request_id: randomUUID() };
      const [settings, channels] = await Promise.all([
        services.ask(settingsReference.get, call),
        services.ask(channelsReference.get, call),
      ]);
      return { settings: settings.output, channels: channels.output.channels };
    };
    super(load, fresh_ms, new KeptRecords(db, 'order_references'));
  }

  @Consumes(channelChanged)
  @Consumes(companyChanged)
  @Consumes(currencyChanged)
  @Consumes(orderStatusChanged)
  @Consumes(paymentMethodChanged)
  async forgetChanged(events: readonly Event[]): Promise<void> {
    for (const { account_id } of events) this.expire(account_id);
  }
}
