import { locationsReference, type LocationsReference, noReference, Refused } from '@stockbook/contracts';
import { ReferenceCache, Services } from '@stockbook/service';
import { Injectable } from '@nestjs/common';
import { ANSWER_MS, isUnanswered } from './inventory-answer.js';

/** The living locations, apart from all other reference data: without the inventory orders are taken nevertheless. */
@Injectable()
export class OrderLocations {
  private readonly locations: ReferenceCache<LocationsReference>;

  constructor(services: Services) {
    this.locations = ReferenceCache.of(services, locationsReference.get, ANSWER_MS);
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

  private async mayExist(account_id: number, id: number): Promise<boolean> {
    try {
      return await this.locations.apply(account_id, ({ location_ids }) => {
        if (!location_ids.includes(id)) throw new Refused(noReference('location_id', 'location', id));
        return true;
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return isUnanswered(error);
    }
  }
}
