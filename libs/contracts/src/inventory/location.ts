import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, Int, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';

class LocationKey {
  @Id() location_id!: number;
}
class LocationFields {
  @Int({ optional: true, min: 0, doc: 'An item at or below this quantity is running low.' }) stock_warning?: number;
  @Int({ optional: true, min: 0, doc: 'An item at or below this quantity is nearly gone.' }) stock_danger?: number;
}
class LocationAdd extends LocationFields {
  @Name() name!: string;
}
class LocationEdit extends LocationFields {
  @Id() location_id!: number;
  @Name({ optional: true }) name?: string;
}
class LocationGet extends RecordPageRequest {
  @Id({ optional: true }) location_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @When({ optional: true }) filter_date_modified?: string;
  @Flag({ optional: true }) filter_deleted?: boolean;
  @OneOf(['name', 'date_modified'], { optional: true }) sort?: 'name' | 'date_modified';
}
export class Location extends LocationKey {
  @Text() name!: string;
  @Int() stock_warning!: number;
  @Int() stock_danger!: number;
  @When() date_modified!: string;
  @Flag({ optional: true }) deleted?: boolean;
}
class LocationPage extends Page {
  @ListOf(() => Location) locations!: Location[];
}

export const location = resource(
  'inventory/location',
  'inventory',
  {
    add: once(LocationAdd, LocationKey, 'Adds a location.'),
    edit: write(LocationEdit, LocationKey, 'Changes a location; absent fields stay as they are.'),
    delete: once(
      LocationKey,
      LocationKey,
      'Deletes a location that nothing uses: no channel, company default, backordered line or stock.',
    ),
    get: read(LocationGet, LocationPage, 'Lists locations.'),
  },
  { concernsAll: true },
);

export const locationChanged = fact('inventory.location', Location);
