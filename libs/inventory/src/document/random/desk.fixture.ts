import type { Component, Failure, Reply } from '@stockbook/contracts';
import type { Shop, TestUser } from '@stockbook/testing';
import type { DocumentsModel, Kind, KnownDocument, KnownLine } from './documents-model.fixture.js';

/** The items of the account; the bundle changes only while no client works. */
export interface Goods {
  readonly item_ids: readonly number[];
  readonly bundle_id: number;
  components: readonly Component[];
}

/** A whole number from 0 and below a limit. */
export type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function randomOf(start: number): Random {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A client of the account, with random numbers of its own. */
export class Desk {
  constructor(
    readonly user: TestUser,
    readonly shop: Shop,
    readonly goods: Goods,
    readonly model: DocumentsModel,
    readonly random: Random,
  ) {}

  get inventory() {
    return this.user.api.inventory;
  }

  get orders() {
    return this.user.api.sale.order;
  }

  pick<T>(among: readonly T[]): T | undefined {
    return among[this.random(Math.max(1, among.length))];
  }

  place(): number {
    return this.random(2) ? this.shop.store_id : this.shop.depot_id;
  }

  otherPlace(location_id: number): number {
    return location_id === this.shop.store_id ? this.shop.depot_id : this.shop.store_id;
  }

  /** Lines of some items, each of them once, from one location to the other. */
  lines({ with_bundle = false, location_id = this.place() } = {}): KnownLine[] {
    const { item_ids, bundle_id } = this.goods;
    const some = item_ids.filter(() => this.random(2));
    const items = [...(some.length ? some : [item_ids[this.random(item_ids.length)]!])];
    if (with_bundle && this.random(2)) items.push(bundle_id);
    return items
      .toSorted(() => this.random(3) - 1)
      .map((item_id) => ({
        ...{ item_id, quantity: 1 + this.random(9), location_id, to_location_id: this.otherPlace(location_id) },
        ...{ components: this.componentsOf(item_id), in_transit: 0, received: 0, lost: 0 },
      }));
  }

  componentsOf(item_id: number): readonly Component[] {
    return item_id === this.goods.bundle_id ? this.goods.components : [{ item_id, quantity: 1 }];
  }

  /** A line that continues one of the same item keeps the components that it had. */
  continued(before: readonly KnownLine[], after: readonly KnownLine[]): KnownLine[] {
    return after.map((line) => {
      const stored = before.find(
        ({ item_id, location_id }) => item_id === line.item_id && location_id === line.location_id,
      );
      return { ...line, components: stored?.components ?? line.components };
    });
  }

  add(kind: Kind, id: number, known: Pick<KnownDocument, 'lines'> & Partial<KnownDocument>): true {
    this.model.documents.push({ kind, id, state: 'living', ...known });
    return true;
  }

  /** Does something to a free document in one of these states. */
  change(
    kind: Kind,
    states: readonly KnownDocument['state'][],
    work: (held: KnownDocument) => Promise<boolean>,
  ): Promise<boolean | undefined> {
    return this.model.holding(this.pick(this.model.free(kind, ...states)), work);
  }

  /** The answer, or undefined where the state of the stock refuses the request, and nothing else. */
  async attempt<O>(request: Promise<Reply<O>>, ...codes: readonly string[]): Promise<O | undefined> {
    const reply = await request;
    if (!isFailure(reply)) return reply;
    const refused = reply.error_details.filter(({ code }) => ![...codes, 'insufficient_stock'].includes(code));
    expect(refused).toEqual([]);
    return undefined;
  }
}

const isFailure = <O>(reply: Reply<O>): reply is Failure => reply.error !== undefined;
