import { type Class, fieldsOf, type FieldSpec } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process/faults';
import { referenceTerms } from '../reference-terms.js';
import type { Resource } from '../resources.js';

/**
 * Ids that mean nothing in another account: the server finds their records by other fields, or gives them anew. They
 * are not exported.
 */
const OWN_IDS: Readonly<Record<string, readonly string[]>> = {
  'sale/order': ['customer_id', 'item_id', 'order_product_id'],
  'sale/credit_note': ['customer_id', 'item_id', 'order_product_id', 'credit_note_product_id'],
};

export const isOwnId = ({ path }: Resource, field: string): boolean => OWN_IDS[path]?.includes(field) ?? false;

/**
 * Returns the columns of a CSV: the id, the fields that an import takes, and those that records show besides. They
 * follow from the contract, so that they do not depend on the records.
 */
export function exportedColumns(resource: Resource, explode: string | undefined): readonly string[] {
  const request = fieldsOf(resource.add.request);
  if (explode !== undefined && !request[explode]?.of) throw new StartFault(`${resource.path} has no list ${explode}.`);
  const taken = Object.entries(request).flatMap(([name, spec]) => {
    if (name !== explode || !spec.of) return columnsOf(resource, name, spec);
    return requestColumns(resource, spec.of()).map((inner) => `${name}.${inner}`);
  });
  const shown = Object.entries(fieldsOf(resource.shown)).filter(
    ([, spec]) => !spec.of && spec.schema['type'] !== 'array',
  );
  const own = shown.map(([name]) => name).filter((name) => !isOwnId(resource, name) && !(name in request));
  return [resource.id, ...taken.filter((name) => name !== resource.id), ...own.filter((name) => name !== resource.id)];
}

const requestColumns = (resource: Resource, type: Class): readonly string[] =>
  Object.entries(fieldsOf(type)).flatMap(([name, spec]) => columnsOf(resource, name, spec));

/** A record that has no name is referred to by its id. */
function columnsOf(resource: Resource, name: string, { schema }: FieldSpec): readonly string[] {
  if (isOwnId(resource, name)) return [];
  const by = referenceTerms(resource.path, name)?.by.map((each) => `${name}.${each}`);
  if (!by) return [name];
  return by.length === 1 || schema['type'] === 'array' ? by : [...by, name];
}
