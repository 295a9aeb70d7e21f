import { fieldsOf } from '@stockbook/contracts';
import { StartFault } from '@stockbook/process/faults';
import { writeFile } from 'node:fs/promises';
import { type Resource, resourceAt } from '../resources.js';
import { type GivenFormat, inspectFile } from '../source/inspect-file.js';
import { columnsOf, rowsOf } from '../source/rows.js';
import { readMapping } from './mapping.js';
import type { Mapping } from './mapping-terms.js';
import { targetAt } from './targets.js';

interface MapTerms extends GivenFormat {
  readonly file: string;
  readonly resource?: string | undefined;
  readonly map?: string | undefined;
}

/** Columns that people call otherwise than the field. */
const USUAL: Readonly<Record<string, string>> = {
  ...{ title: 'name', product: 'name', product_name: 'name', article: 'name', item: 'name' },
  ...{ brand: 'brand_id.name', vendor: 'brand_id.name', manufacturer: 'brand_id.name' },
  ...{ category: 'categories.name', categories: 'categories.name', parent: 'parent_id.name' },
  ...{ code: 'sku', item_code: 'sku', article_number: 'sku', ean: 'barcode', upc: 'barcode' },
  ...{ first_name: 'firstname', last_name: 'lastname', e_mail: 'email', phone: 'telephone', zip: 'postcode' },
  ...{
    order_number: 'imported_order_id',
    order_id: 'imported_order_id',
    date: 'date_ordered',
    channel: 'channel_id.name',
  },
  ...{ location: 'location_id.name', supplier: 'supplier_id.name', address: 'address_1', state: 'zone' },
};

/** Writes a mapping with what the names of the columns say, and returns a sentence about it. */
export async function writeMap(target: string, terms: MapTerms): Promise<string> {
  const mapping = terms.map ? await readMapping(terms.map) : await guessed(terms);
  await writeFile(target, `${JSON.stringify(mapping, null, 2)}\n`, { flag: 'wx' }).catch((error: unknown) => {
    throw new StartFault(`${target} cannot be written (${error instanceof Error ? error.message : ''}).`);
  });
  const open = Object.entries(mapping.columns).flatMap(([column, rule]) => (rule === null ? [column] : []));
  return `${target} is written.${open.length ? ` These columns are left out in it: ${open.join(', ')}.` : ''}`;
}

async function guessed(terms: MapTerms): Promise<Mapping> {
  const resource = resourceAt(terms.resource ?? '');
  if (!resource) throw new StartFault('Name the resource of the file first, like inventory/item.');
  const facts = await inspectFile(terms.file, terms);
  const columns = facts.format === 'csv' ? await columnsOf(facts) : await firstNames(rowsOf(facts));
  return {
    resource: resource.path,
    ...(resource.keys[0] && { key: resource.keys[0] }),
    columns: Object.fromEntries(columns.map((column) => [column, fieldFor(resource, column)])),
    constants: {},
  };
}

async function firstNames(rows: ReturnType<typeof rowsOf>): Promise<readonly string[]> {
  for await (const { cells } of rows) return [...cells.keys()];
  return [];
}

function fieldFor(resource: Resource, column: string): string | null {
  const name = column.toLowerCase().replace(/\W+/g, '_').replace(/^_|_$/g, '');
  const { lines = '', add } = resource;
  const inner = fieldsOf(add.request)[lines] ? `${lines}.` : '';
  const names = [column, name, USUAL[name], inner + name, inner + (USUAL[name] ?? '')];
  return names.find((path) => path && targetAt(add.request, resource.path, path)) ?? null;
}
