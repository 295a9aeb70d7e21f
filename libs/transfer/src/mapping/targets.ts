import { type Class, fieldsOf, type FieldSpec } from '@stockbook/contracts';
import { referenceTerms } from '../reference-terms.js';

/** The place of a value in a request, written like `name`, `brand_id.name` or `totals[1].price`. */
export interface Target {
  /** The list whose element has the field. */
  readonly list?: string;
  /** Tells elements of a list apart that one row gives. */
  readonly index: string;
  /** The field, with what names the record that it refers to. */
  readonly field: string;
  /** A list of texts, numbers or objects. */
  readonly isList: boolean;
  readonly isFlag: boolean;
}

const FORM = /^(\w+)(?:\[(\d+)\])?(?:\.(.+))?$/;

/** Returns undefined for a field that the class does not have. */
export function targetAt(type: Class, resource: string, path: string): Target | undefined {
  const [, name = '', index = '', rest] = FORM.exec(path) ?? [];
  const spec = fieldsOf(type)[name];
  if (!spec) return undefined;
  const isList = spec.list === true || spec.schema['type'] === 'array';
  const isFlag = isFlagged(spec);
  if (rest === undefined) return { field: name, index, isList, isFlag };
  if (referenceTerms(resource, name)?.by.includes(rest)) return { field: path, index, isList, isFlag };
  const inner = spec.list && spec.of ? targetAt(spec.of(), resource, rest) : undefined;
  return inner && !inner.list
    ? { list: name, index, field: inner.field, isList: inner.isList, isFlag: inner.isFlag }
    : undefined;
}

const isFlagged = ({ schema: { type, maximum } }: FieldSpec): boolean =>
  type === 'boolean' || (type === 'integer' && maximum === 1);

export function isReadOnly(shown: Class, path: string): boolean {
  const [name = '', ...rest] = path.replace(/\[\d+\]/g, '').split('.');
  const spec = fieldsOf(shown)[name];
  return spec !== undefined && (!rest.length || !spec.of || isReadOnly(spec.of(), rest.join('.')));
}

/** Takes a name like `brand_id.name` apart. */
export function referenceIn(resource: string, name: string) {
  const [field = '', by = ''] = name.split('.');
  const terms = by ? referenceTerms(resource, field) : undefined;
  return terms && { field, by, path: terms.path };
}
