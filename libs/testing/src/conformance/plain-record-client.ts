import type { FieldSpec } from '@stockbook/contracts';
import { checkedCall } from '../world/checked-client.js';
import type { TestUser, World } from '../world/world.js';
import { type PlainResource, plainResources, type Verb } from './plain-resource.js';

export type Values = Readonly<Record<string, unknown>>;

interface Makes {
  readonly record: (resource: string) => Promise<number>;
  readonly user: () => Promise<number>;
}

/** The contract does not say how to fill these, like ids under another name than their record's key. */
const OWN_VALUES: Readonly<Record<string, (make: Makes, number: number) => Promise<unknown> | unknown>> = {
  'inventory/category parent_id': () => 0,
  'setting/channel_group channels': async ({ record }) => [await record('integration/channel')],
  'setting/currency code': (_, number) => lettersOf(number),
  'inventory/addition purchase_order_id': () => 0,
  'setting/user_salesman user_id': ({ user }) => user(),
  'inventory/reservation date_expire': (_, number) => `2100-01-0${1 + (number % 9)}T00:00:00Z`,
  'inventory/reservation order_id': () => 0,
  'extension/total/promotion type': () => 'percent',
  'extension/total/promotion configuration': (_, number) => ({ percent: number }),
  'extension/total/promotion categories': () => [],
  'extension/total/promotion date_end': (_, number) => `2026-02-0${number}`,
};

/** Returns three capital letters. */
const lettersOf = (number: number) =>
  [676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(number / unit) % 26))).join('');

/** Numbers the last sample that `unique` made. */
let uniques = 10;

/** A user's requests to one plain resource; every answer is checked against the contract. */
export class PlainRecordClient {
  /** The records that samples refer to, by resource and number of the sample. */
  private readonly referred = new Map<string, Promise<number>>();

  constructor(
    protected readonly world: World,
    readonly user: TestUser,
    readonly resource: PlainResource,
  ) {}

  send(verb: Verb, input: Values): Promise<Values> {
    return checkedCall(this.world.url, this.user.credentials, this.resource.operation(verb), input);
  }

  /** Sends a request that is granted, and returns its answer. */
  async granted(verb: Verb, input: Values): Promise<Values> {
    const answer = await this.send(verb, input);
    if (answer['error']) throw new Error(`${this.resource.path}/${verb} was refused: ${String(answer['error'])}`);
    return answer;
  }

  async refusal(verb: Verb, input: Values): Promise<unknown> {
    return (await this.send(verb, input))['error_details'];
  }

  async add(values: Values): Promise<number> {
    return Number((await this.granted('add', values))[this.resource.key]);
  }

  async list(input: Values = {}): Promise<Values[]> {
    return [(await this.granted('get', input))[this.resource.list]].flat().map((record) => ({ ...Object(record) }));
  }

  async ids(input: Values = {}): Promise<unknown[]> {
    return (await this.list(input)).map((record) => record[this.resource.key]);
  }

  /** Sends requests by another user. */
  by(user: TestUser): PlainRecordClient {
    return new PlainRecordClient(this.world, user, this.resource);
  }

  /** Two samples of different numbers differ in every field. */
  async sample(number: number, which: 'all' | 'required' = 'all'): Promise<Values> {
    const values: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(this.resource.fields('add')))
      if (which === 'all' || !spec.optional) values[name] = await this.sampleValue(name, spec, number);
    return values;
  }

  unique(): Promise<Values> {
    return this.sample(++uniques, 'required');
  }

  /** Returns a request that is granted; an edit and a delete are of a new record. */
  async request(verb: Verb): Promise<Values> {
    if (verb === 'get') return {};
    const sample = await this.unique();
    if (verb === 'add') return sample;
    const own = { [this.resource.key]: await this.add(sample) };
    return verb === 'delete' ? own : { ...own, ...(await this.change(++uniques)) };
  }

  /** Returns a change that an edit of a record of another sample makes. */
  async change(number: number): Promise<Values> {
    const { changeable } = this.resource;
    const required = Object.entries(await this.sample(number, 'required'));
    const change = required.find(([name]) => changeable.includes(name));
    if (!change) throw new Error(`${this.resource.path} has no required field that an edit changes.`);
    return Object.fromEntries([change]);
  }

  protected async sampleValue(name: string, { schema }: FieldSpec, number: number): Promise<unknown> {
    const own = OWN_VALUES[`${this.resource.path} ${name}`];
    const make: Makes = {
      record: (path) =>
        this.refer(
          plainResources.find((each) => each.path === path),
          number,
        ),
      user: async () => (await this.world.colleague(this.user, { access: [], modify: [] })).user_id,
    };
    if (own) return own(make, number);
    const referred = plainResources.find(({ key }) => key === name);
    if (referred) return this.refer(referred, number);
    const words = [schema['enum'] ?? []].flat();
    const { type, minimum = 0, maximum = Infinity } = schema;
    if (words.length) return words[number % words.length];
    if (type === 'integer') return Number(minimum) + (number % (Number(maximum) - Number(minimum) + 1));
    if (type === 'number') return number;
    if (type === 'boolean') return number % 2 === 1;
    // Every configuration shows this name.
    if (type === 'object') return { code: number };
    if (schema['examples']) return `2026-01-0${number}${String(schema['examples']).slice('2026-01-01'.length)}`;
    if (type === 'string') return `${name} ${number}`;
    throw new Error(`The suite needs a value of its own for ${this.resource.path} ${name}.`);
  }

  private refer(resource: PlainResource | undefined, number: number): Promise<number> {
    const name = `${resource?.path} ${number}`;
    const known = this.referred.get(name) ?? this.make(resource);
    this.referred.set(name, known);
    return known;
  }

  private async make(resource: PlainResource | undefined): Promise<number> {
    if (!resource) throw new Error(`${this.resource.path} refers to a resource that is not plain.`);
    const records = new PlainRecordClient(this.world, this.user, resource);
    return records.add(await records.unique());
  }
}
