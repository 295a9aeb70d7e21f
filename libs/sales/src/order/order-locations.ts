import {
  type Event,
  locationChanged,
  locationsReference,
  type LocationsReference,
  noReference,
  ownCaller,
  Refused,
} from '@stockbook/contracts';
import { Consumes, FRESHNESS, ReferenceCache, Services } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ANSWER_MS, isUnanswered } from './inventory-answer.js';

/** The living locations, apart from all other reference data: without the inventory orders are taken nevertheless. */
@Injectable()
export class OrderLocations extends ReferenceCache<LocationsReference> {
  constructor(services: Services, @Inject(FRESHNESS) fresh_ms: number) {
    super(async (account_id) => {
      const deadline = Date.now() + ANSWER_MS;
      const call = { caller: ownCaller(account_id), input: {}, deadline, request_id: randomUUID() };
      return (await services.ask(locationsReference.get, call)).output;
    }, fresh_ms);
  }

  /** The first of these locations that exists, or of which that cannot be told now. */
  async firstOf(account_id: number, channel_id: number, ids: readonly number[]): Promise<number> {
    for (const id of ids) if (await this.mayExist(account_id, id)) return id;
    const [own, other] = ids;
    const reason = other
      ? `neither its own, ${own}, nor the company's, ${other}, exists`
      : `location ${own} does not exist`;
    const message = `Channel ${channel_id} has no location for its orders: ${reason}.`;
    throw new Refused({ code: 'invalid', field: 'channel_id', message });
  }

  @Consumes(locationChanged)
  async forgetChanged(events: readonly Event[]): Promise<void> {
    for (const { account_id } of events) this.expire(account_id);
  }

  private async mayExist(account_id: number, id: number): Promise<boolean> {
    try {
      return await this.apply(account_id, ({ location_ids }) => {
        if (!location_ids.includes(id)) throw new Refused(noReference('location_id', 'location', id));
        return true;
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return isUnanswered(error);
    }
  }
}
