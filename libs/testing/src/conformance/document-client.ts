import { fieldsOf, type FieldSpec } from '@stockbook/contracts';
import { ok } from '../world/reply.js';
import type { TestUser, World } from '../world/world.js';
import { PlainRecordClient, type Values } from './plain-record-client.js';
import { DocumentResource, type PlainResource } from './plain-resource.js';

/** The pieces that an item of the suite has at its first location. */
export const STOCKED = 1_000;

/** A user's requests to a kind of document; all samples are about one item, which has stock. */
export class DocumentClient extends PlainRecordClient {
  private made?: Promise<{ item_id: number; store_id: number; depot_id: number }>;

  constructor(
    world: World,
    user: TestUser,
    override readonly resource: DocumentResource,
  ) {
    super(world, user, resource);
  }

  /** Adds an item with stock at a store, and none at a depot. */
  stock() {
    this.made ??= this.makeStock();
    return this.made;
  }

  /** Returns the fields of a line that name locations. */
  get places(): string[] {
    return Object.keys(this.lineFields).filter((name) => name.endsWith('location_id'));
  }

  private get lineFields() {
    return fieldsOf(this.resource.fields('add')[this.resource.lines]?.of?.() ?? Object);
  }

  async line(number: number): Promise<Values> {
    const { item_id, store_id, depot_id } = await this.stock();
    const quantity = 1 + (number % 9);
    const own: Values = {
      quantity,
      item_id,
      location_id: store_id,
      from_location_id: store_id,
      to_location_id: depot_id,
    };
    const values: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(this.lineFields))
      values[name] = own[name] ?? (await this.sampleValue(name, spec, number));
    return values;
  }

  override async change(number: number): Promise<Values> {
    return { [this.resource.lines]: [await this.line(number)] };
  }

  protected override async sampleValue(name: string, spec: FieldSpec, number: number): Promise<unknown> {
    if (name === 'currency') return 'USD';
    if (this.resource.path === 'inventory/reservation' && name === 'location_id') return (await this.stock()).store_id;
    return name === this.resource.lines ? [await this.line(number)] : super.sampleValue(name, spec, number);
  }

  private async makeStock() {
    const { item, location } = this.user.api.inventory;
    const { location_id: store_id } = ok(await location.add({ name: 'Store' }));
    const { location_id: depot_id } = ok(await location.add({ name: 'Depot' }));
    const locations = [{ location_id: store_id, quantity: STOCKED }];
    const { item_id } = ok(await item.add({ name: 'Mug', cost: 2.5, locations }));
    return { item_id, store_id, depot_id };
  }
}

export const clientOf = (world: World, user: TestUser, resource: PlainResource): PlainRecordClient =>
  resource instanceof DocumentResource
    ? new DocumentClient(world, user, resource)
    : new PlainRecordClient(world, user, resource);
