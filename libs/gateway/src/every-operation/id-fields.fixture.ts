import { type Class, fieldsOf, type FieldSpec, type Operation, operations } from '@stockbook/contracts';

/** The kind of the record is in another field. */
const OF_ANY_KIND = ['inventory/flow/get document_id'];
/** Fields that repeat the stored value: another value is refused as a change, whether or not such a record exists. */
const FIXED = [
  'inventory/addition/edit purchase_order_id',
  'sale/credit_note/edit location_id',
  'sale/credit_note/edit order_id',
  'sale/order/edit channel_id',
];

/** The specs of promotions and taxes test these. */
const OF_PROMOTIONS = 'add|edit|addCategory|editCategory|deleteCategory|getCategory|calculate|reserve|release';
const OF_CARTS = new RegExp(`^extension/(total/promotion/(${OF_PROMOTIONS}) (?!promotion_id$)|module/tax/calculate )`);

/** The operation adds an order, whose references are those of sale/order/add. */
const OF_IMPORTS = /^integration\/channel\/importOrder /;

type Schema = FieldSpec['schema'];
const takesInteger = (schema: Schema): boolean =>
  schema['type'] === 'integer' || ((schema['oneOf'] ?? []) as Schema[]).some(takesInteger);

/** A set_id is the client's own number, job states are fixed, and a list goes on behind any id. */
const NO_IDS = ['set_id', 'filter_job_status_id', 'after_id'];
const isId = (name: string, { schema }: FieldSpec): boolean =>
  !NO_IDS.includes(name) &&
  ((takesInteger(schema) && (/(^|_)id$/.test(name) || name === 'payment_method')) ||
    (schema['items'] as Schema | undefined)?.['type'] === 'integer' ||
    String(schema['examples']) === '1,2,3');

function idFields(type: Class): string[][] {
  return Object.entries(fieldsOf(type)).flatMap(([name, spec]) => {
    if (spec.of) return idFields(spec.of()).map((path) => [name, ...path]);
    return isId(name, spec) ? [[name]] : [];
  });
}

export interface IdCase {
  /** The operation and the path of the field, as `sale/order/add products.item_id`. */
  readonly name: string;
  readonly operation: Operation;
  readonly path: string[];
}

export const idCases: readonly IdCase[] = [...operations.values()]
  .flatMap((operation) =>
    idFields(operation.request).map((path) => ({ name: `${operation.path} ${path.join('.')}`, operation, path })),
  )
  .filter(({ name }) => ![...OF_ANY_KIND, ...FIXED].includes(name) && !OF_CARTS.test(name) && !OF_IMPORTS.test(name));

interface Reply {
  readonly error_details?: readonly { readonly code: string; readonly message: string }[];
  readonly results?: readonly Reply[];
}
/** Returns why a write was refused, as a whole or for each record of its batch. */
export const faultsOf = ({ error_details, results = [] }: Reply): NonNullable<Reply['error_details']> =>
  error_details ?? results.flatMap(faultsOf);

/** Replaces the field in the first object of each list on its path. */
export function withId(body: object, [name = '', ...inner]: string[], id: number, type: Class): object {
  const fields: Record<string, unknown> = { ...body };
  const spec = fieldsOf(type)[name];
  const known = fields[name];
  if (spec?.of) {
    const part = withId(Object([known].flat()[0]), inner, id, spec.of());
    fields[name] = spec.list ? [part] : part;
  } else fields[name] = spec?.schema['type'] === 'array' ? [id] : id;
  return fields;
}
