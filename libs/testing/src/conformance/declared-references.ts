import { fieldsOf, operations, resourceOf } from '@stockbook/contracts';
import { type Reference, referencesOf } from '@stockbook/service';
import { definitions } from '@stockbook/standalone';
import { getMetadataArgsStorage } from 'typeorm';

/** A reference that an entity declares, from the records of one resource to those of another. */
export interface DeclaredReference {
  readonly reference: Reference;
  /** The referring record in sentences: `credit note`. */
  readonly noun: string;
  readonly isLine: boolean;
  readonly column: string;
  /** These fields of requests hold it: `sale/order products.item_id`. A record of no resource has none. */
  readonly requestFields: readonly string[];
  /** The resource of the target, where there is one. */
  readonly to: string | undefined;
}

const resources = [...new Set([...operations.values()].map(resourceOf))];
const resourceNamed = (noun: string) => resources.find((path) => path.endsWith(`/${noun.replaceAll(' ', '_')}`));

export const declaredReferences: readonly DeclaredReference[] = Object.values(definitions).flatMap(({ rows }) =>
  rows.flatMap((row) => {
    const table = getMetadataArgsStorage().tables.find(({ target }) => target === row)?.name ?? '';
    const [, name = '', line] = /^(?:sale_)?(\w+?)(_line|_product|_bundle)?$/.exec(table) ?? [];
    const noun = name.replaceAll('_', ' ');
    const resource = resourceNamed(noun);
    return referencesOf(row).map(({ column, ...reference }) => {
      const fields = reference.fields ?? [line ? fieldOfLine(resource, column) : column];
      const requestFields = resource ? fields.map((field) => `${resource} ${field}`) : [];
      return {
        reference,
        noun,
        isLine: !!line && line !== '_bundle',
        column,
        requestFields,
        to: resourceNamed(reference.to),
      };
    });
  }),
);

/** Returns the column of a line in requests: `products.item_id`. */
function fieldOfLine(resource: string | undefined, column: string): string {
  const lists = Object.entries(fieldsOf(operations.get(`${resource}/add`)?.request ?? Object));
  const [name] = lists.find(([, { list, of }]) => list && of && column in fieldsOf(of())) ?? [];
  return `${name}.${column}`;
}
