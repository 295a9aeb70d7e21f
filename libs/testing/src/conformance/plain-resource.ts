import { fieldsOf, type FieldSpec, type Operation, operations, resourceOf } from '@stockbook/contracts';

const VERBS = ['add', 'edit', 'delete', 'get'] as const;
export type Verb = (typeof VERBS)[number];
export type Fields = Readonly<Record<string, FieldSpec>>;

/** These resources have the verbs of a plain one, but other rules; their own specs test all of them. */
const OTHERS = [
  'integration/webhook',
  'inventory/item',
  'sale/credit_note',
  'sale/customer',
  'sale/order',
  'setting/user',
  'setting/user_group',
];

/** An edit takes these fields and does not change them, or changes them by rules of the resource's own. */
const FIXED = [
  'integration/channel type',
  'inventory/category parent_id',
  'inventory/addition purchase_order_id',
  'inventory/reservation location_id',
  'inventory/reservation order_id',
  'extension/total/promotion type',
  'extension/total/promotion categories',
];

/** These sort keys go by values that samples do not set; each names the spec that tests it. */
const OTHER_SORTS: Readonly<Record<string, string>> = {
  'extension/total/promotion type': 'promotion-record.spec.ts',
  'extension/total/promotion total_used': 'promotion-record.spec.ts',
  'inventory/purchase_order user': 'purchase-order.spec.ts',
  'inventory/purchase_order location': 'purchase-order.spec.ts',
  'inventory/purchase_order supplier': 'purchase-order.spec.ts',
  'inventory/purchase_order total': 'purchase-order.spec.ts',
};

/** The fields of sort keys that are not called like their field. */
const SORTED_FIELDS: Readonly<Record<string, string>> = { 'extension/dashboard/announcement name': 'title' };

/** Fields that `add` leaves out have these values, where they are not 0, false or empty. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  'extension/module/invoice status': true,
  'extension/module/tax status': true,
  'extension/total/promotion status': true,
  'integration/extension status': true,
  'integration/channel status': 1,
  'setting/currency decimal_place': 2,
  'setting/language status': true,
};
/** The answer to an edit of these fields has additional fields. */
const ANSWERED: Readonly<Record<string, object>> = { 'setting/order_status deduct': { orders_in_status: 0 } };
const EMPTY: Readonly<Record<string, unknown>> = {
  integer: 0,
  number: 0,
  boolean: false,
  string: '',
  object: {},
  array: [],
};

/** A resource whose records are added, edited, deleted and listed one by one, as the contract describes it. */
export class PlainResource {
  readonly verbs = VERBS;
  /** The property of a record that holds its id. */
  readonly key: string;
  /** The record in sentences. */
  readonly noun: string;
  /** The property of a page that holds the records, and their class. */
  readonly list: string;
  readonly record: Fields;

  constructor(readonly path: string) {
    this.noun = recordNameOf(path).replaceAll('_', ' ');
    const [list] = Object.entries(fieldsOf(this.operation('get').response)).filter(([, spec]) => spec.list);
    const answered = Object.keys(fieldsOf(this.operation('add').response));
    const [key = ''] = answered;
    if (!list || answered.length !== 1 || !key.endsWith(`${recordNameOf(path)}_id`))
      throw new Error(`${path} is no plain resource: its add answers ${answered.join(', ')}.`);
    this.key = key;
    this.list = list[0];
    this.record = fieldsOf(list[1].of?.() ?? Object);
  }

  get table(): string {
    return `${this.operation('get').service}.${recordNameOf(this.path)}`;
  }

  operation(verb: Verb): Operation {
    const operation = operations.get(`${this.path}/${verb}`);
    if (!operation) throw new Error(`${this.path} has no ${verb}.`);
    return operation;
  }

  /** Returns the fields of a request that the API document shows. */
  fields(verb: Verb): Fields {
    return fieldsOf(this.operation(verb).request);
  }

  /** Returns a record's values in the fields that `add` may leave out. Its date is the time of the request then. */
  get defaults(): Readonly<Record<string, unknown>> {
    const optional = Object.entries(this.fields('add')).filter(
      ([name, spec]) => spec.optional && name !== 'date_added',
    );
    const defaultValue = (name: string, { schema }: FieldSpec) =>
      DEFAULTS[`${this.path} ${name}`] ?? EMPTY[String(schema['type'])];
    return Object.fromEntries(optional.map(([name, spec]) => [name, defaultValue(name, spec)]));
  }

  /** Returns the fields that an edit changes by the rules of all. */
  get changeable(): readonly string[] {
    return Object.keys(this.fields('edit')).filter(
      (name) => name !== this.key && !FIXED.includes(`${this.path} ${name}`),
    );
  }

  shown(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return values;
  }

  affected(field: string): readonly string[] {
    return [field];
  }

  edited(id: number, field: string): object {
    return { success: true, [this.key]: id, ...ANSWERED[`${this.path} ${field}`] };
  }

  /** Returns the texts that must not be blank. */
  get unblank(): readonly string[] {
    return Object.entries(this.fields('add')).flatMap(([name, { schema }]) => (schema['minLength'] ? [name] : []));
  }

  /** Returns the values that a request may sort by. */
  get allSorts(): readonly string[] {
    return [this.fields('get')['sort']?.schema['enum'] ?? []].flat().map(String);
  }

  /** Returns the sort keys that the suite tests. */
  get sorts(): readonly string[] {
    return this.allSorts.filter((sort) => !(`${this.path} ${sort}` in OTHER_SORTS));
  }

  sortedField(sort: string): string {
    const field = SORTED_FIELDS[`${this.path} ${sort}`] ?? sort;
    if ([this.key, 'date_added', 'date_modified', ...Object.keys(this.fields('add'))].includes(field)) return field;
    throw new Error(
      `The suite cannot set ${field}: test ${this.path} sorted by ${sort} in a spec that OTHER_SORTS names.`,
    );
  }
}

/** These records are not called like their resource. */
const NAMES: Readonly<Record<string, string>> = { 'extension/module/invoice': 'invoice_template' };
const recordNameOf = (path: string) => NAMES[path] ?? path.slice(path.lastIndexOf('/') + 1);

/** A resource whose records have lines with items. */
export class DocumentResource extends PlainResource {
  /** The field of a request that holds the lines; a record has them in `items`. */
  readonly lines = linesField(this.path) ?? '';

  override shown(values: Readonly<Record<string, unknown>>) {
    const entries = Object.entries(values).map(([name, value]) => {
      const lines = name === this.lines && Array.isArray(value) && value.map((line) => expect.objectContaining(line));
      return lines ? (['items', lines] as const) : ([name, value] as const);
    });
    return Object.fromEntries(entries.filter(([name]) => name in this.record));
  }

  override affected(field: string): readonly string[] {
    return field === this.lines ? ['items', 'total'].filter((name) => name in this.record) : [field];
  }

  /** All samples have one currency. */
  override get changeable(): readonly string[] {
    const added = this.fields('add');
    const isShown = (name: string) => name in added && (name === this.lines || name in this.record);
    return super.changeable.filter((name) => name !== 'currency' && isShown(name));
  }

  override get defaults() {
    return this.shown({ ...super.defaults, ...('currency_value' in this.record && { currency_value: 1 }) });
  }
}

const linesField = (path: string): string | undefined =>
  Object.entries(fieldsOf(operations.get(`${path}/add`)?.request ?? Object)).find(([, { list, of, optional }]) => {
    const fields = list && !optional && of ? fieldsOf(of()) : {};
    return 'item_id' in fields && 'quantity' in fields;
  })?.[0];

const recordPaths = [...new Set([...operations.values()].map(resourceOf))].filter(
  (path) => VERBS.every((verb) => operations.has(`${path}/${verb}`)) && !OTHERS.includes(path),
);

export const plainResources: readonly PlainResource[] = recordPaths
  .filter((path) => !linesField(path))
  .map((path) => new PlainResource(path));

export const documentResources: readonly DocumentResource[] = recordPaths
  .filter((path) => linesField(path))
  .map((path) => new DocumentResource(path));

/** Every resource whose records the suite tests. */
export const recordResources: readonly PlainResource[] = [...plainResources, ...documentResources];
