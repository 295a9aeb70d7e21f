import { type Endpoint, fieldsOf, type FieldSpec, readRequest, type Reader } from '@stockbook/contracts';
import Big from 'big.js';
import type { LineFault } from '../mapping/line-fault.js';
import { isTree, listIn, type Tree } from '../mapping/tree.js';
import type { Resource } from '../resources.js';

/** A request that keeps the contract, and what the contract reads in it. */
export interface Request {
  readonly body: Tree;
  readonly input: object;
}

/** Money that is 0 where a file does not have it. */
const FREE = ['discount', 'discount_total'];

/** Judges a request by the contract, as the server would. */
export function judge(operation: Endpoint, body: Tree, reader: Reader, faults: LineFault[]): Request {
  const request = readRequest(operation, { ...body, strict: true }, reader);
  for (const { code, field = '', message } of request.faults) faults.push({ code, field, message });
  return { body, input: request.input };
}

/** Gives the required fields that a file does not have their empty values; an order has the total of its lines. */
export function filled(resource: Resource, tree: Tree): Tree {
  if (!resource.fills) return tree;
  const whole = withEmpty(fieldsOf(resource.add.request), tree);
  return whole['total'] === undefined ? { ...whole, total: totalOf(whole) } : whole;
}

function withEmpty(fields: Readonly<Record<string, FieldSpec>>, tree: Tree): Tree {
  const whole: Tree = { ...tree };
  for (const [name, spec] of Object.entries(fields)) {
    const value = tree[name];
    if (value === undefined) {
      const empty = spec.optional ? undefined : FREE.includes(name) ? '0' : emptyOf(spec);
      if (empty !== undefined) whole[name] = empty;
    } else if (Array.isArray(value) && spec.of) {
      const inner = fieldsOf(spec.of());
      whole[name] = value.map((each: unknown) => (isTree(each) ? withEmpty(inner, each) : each));
    }
  }
  return whole;
}

/** Returns undefined where the contract knows no empty value, as for a price. */
function emptyOf({ schema }: FieldSpec): unknown {
  if (schema['type'] === 'array') return schema['minItems'] ? undefined : [];
  if (schema['type'] === 'string' || schema['oneOf']) return schema['minLength'] ? undefined : '';
  return schema['minimum'] === 0 || (schema['type'] === 'integer' && schema['minimum'] === undefined) ? '0' : undefined;
}

/** Returns undefined where the numbers are none, which the contract then says. */
function totalOf(order: Tree): string | undefined {
  const amount = (value: unknown) => new Big(String(value ?? 0));
  const sum = (list: unknown, of: (each: Tree) => Big) =>
    listIn(list)
      .filter(isTree)
      .reduce((total, each) => total.plus(of(each)), new Big(0));
  const totals = (list: unknown) => sum(list, ({ price }) => amount(price));
  try {
    const lines = sum(order['products'], ({ quantity, price, discount, discount_total, totals: own }) =>
      amount(quantity)
        .times(amount(price).minus(amount(discount)))
        .minus(amount(discount_total))
        .plus(totals(own)),
    );
    return lines.plus(totals(order['totals'])).round(4).toFixed();
  } catch {
    return undefined;
  }
}
