import { csvLine, disarmed, escaped } from '../csv-text.js';
import { isTree, listIn, type Tree } from '../mapping/tree.js';
import { AND } from '../reference-terms.js';

export interface TextTerms {
  readonly format: 'csv' | 'jsonl';
  readonly columns: readonly string[];
  /** The list whose elements have a row each. */
  readonly explode: string | undefined;
  /** Marks the file as UTF-8 for spreadsheets, and keeps texts from being formulas. */
  readonly excel: boolean;
}

const BOM = '\ufeff';

export const headText = ({ format, columns, excel }: TextTerms): string =>
  format === 'jsonl' ? '' : (excel ? BOM : '') + csvLine(columns);

export function recordText(record: Tree, terms: TextTerms): string {
  const { format, explode } = terms;
  if (format === 'jsonl') return `${JSON.stringify(record)}\n`;
  if (explode === undefined) return rowText(record, terms);
  const elements = listIn(record[explode]).filter(isTree);
  const named = (element: Tree) =>
    Object.fromEntries(Object.entries(element).map(([name, value]) => [`${explode}.${name}`, value]));
  return (elements.length ? elements : [{}]).map((each) => rowText({ ...record, ...named(each) }, terms)).join('');
}

const rowText = (record: Tree, { columns, excel }: TextTerms): string =>
  csvLine(
    columns.map((column) => (excel ? disarmed(column, cellOf(record[column])) : escaped(cellOf(record[column])))),
  );

/** Texts stand between bars, as an import reads them; other lists are JSON. A flag is 1 or 0. */
function cellOf(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === 'boolean' ? Number(value) : value;
  if (!value.length) return '';
  const isPlain = value.every((each) => typeof each !== 'object' && !/^\[|\|/.test(String(each)));
  return isPlain ? value.join(AND) : JSON.stringify(value);
}
