import {
  type CallOf,
  Location,
  location,
  locationChanged,
  locationsReference,
  noRecord,
  Refused,
} from '@stockbook/contracts';
import { claim, Db, statement } from '@stockbook/persistence';
import { Services } from '@stockbook/rpc';
import { Handles, isChange, PlainRecords, useFaults, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../text.js';
import { judgeLater } from '../warning/threshold-changes.js';
import { LocationRow } from './location.entity.js';
import { backorderFaults, configurationFaults, saleFaults, stockFaults } from './location-uses.js';

const LIVING = statement(
  'living_locations',
  'SELECT location_id FROM inventory.location WHERE account_id = $1 AND date_deleted IS NULL ORDER BY location_id',
);
@Controller()
export class LocationHandlers {
  private readonly locations: PlainRecords<LocationRow, 'location_id', Location>;

  constructor(
    private readonly db: Db,
    private readonly services: Services,
  ) {
    this.locations = new PlainRecords(db, LocationRow, 'location_id', locationChanged, showAs(Location));
  }

  @Handles(location.add) add(call: CallOf<typeof location.add>) {
    return this.locations.add(call);
  }

  @Handles(location.edit) edit(call: CallOf<typeof location.edit>) {
    const { caller, input } = call;
    const { location_id, stock_warning, stock_danger } = input;
    return this.locations.edit(call, async (tx) => {
      const stored = await claim(tx, caller, LocationRow, { location_id });
      if (isChange(stored, { stock_warning, stock_danger })) judgeLater(tx, location_id);
    });
  }

  /** Sales is asked last, since from then on it takes no orders at the location. */
  @Handles(location.delete)
  async delete(call: CallOf<typeof location.delete>) {
    const { caller, input } = call;
    const { location_id } = input;
    const found = await this.db.read(LocationRow, 'location', caller).andWhere({ location_id }).getExists();
    if (!found) throw new Refused(noRecord('location', location_id));
    const configured = await configurationFaults(this.services, call);
    const backorders = await backorderFaults(this.db, caller, location_id);
    const documents = await useFaults(this.db, caller, LocationRow, { location_id });
    const stocked = await stockFaults(this.db, caller, location_id);
    Refused.ifAny([...configured, ...backorders, ...documents, ...stocked]);
    Refused.ifAny(await saleFaults(this.services, call));
    return this.locations.delete(call, async (tx) => {
      await claim(tx, caller, LocationRow, { location_id });
      return [...(await backorderFaults(tx, caller, location_id)), ...(await stockFaults(tx, caller, location_id))];
    });
  }

  @Handles(location.get)
  async get(call: CallOf<typeof location.get>) {
    const sorts = {
      name: text.sortedName('location.name'),
      date_modified: 'location.date_modified',
    };
    const { records, ...page } = await this.locations.list(call, sorts);
    return { ...page, locations: records };
  }

  @Handles(locationsReference.get)
  async references({ caller }: CallOf<typeof locationsReference.get>) {
    const rows = await this.db.query<{ location_id: number }>(LIVING, [caller.account_id]);
    return { location_ids: rows.map(({ location_id }) => location_id) };
  }
}
