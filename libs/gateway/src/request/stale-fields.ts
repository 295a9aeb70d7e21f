import { type Call, type Operation, operations, readFor, Refused, revisedBy, withoutCost } from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Authenticator, type Signer } from './authenticator.js';

type Values = Readonly<Record<string, unknown>>;

@Injectable()
export class StaleFields {
  constructor(
    private readonly services: Services,
    private readonly authenticator: Authenticator,
  ) {}

  async withFields(user: Signer, operation: Operation, call: Call, failure: unknown): Promise<unknown> {
    if (!(failure instanceof Refused) || call.if_revision === undefined) return failure;
    const [fault, ...others] = failure.faults;
    if (others.length || fault?.revision === undefined) return failure;
    const record = await this.shownRecord(user, operation, call, fault.id).catch(() => undefined);
    if (!record) return failure;
    const fields = Object.entries({ ...call.input }).flatMap(([name, value]) =>
      name in record && !isShown(value, record[name]) ? [name] : [],
    );
    return new Refused({ ...fault, revision: Number(record['revision']), fields });
  }

  /** Returns the record that a write names, as its user sees it; a user who may not read the resource is refused. */
  private async shownRecord(user: Signer, operation: Operation, call: Call, id?: number): Promise<Values | undefined> {
    const { key, shownAs } = revisedBy(operation) ?? { shownAs: '' };
    const get = [...operations.values()].find(({ kind, response }) => kind === 'read' && response === operation.shown);
    if (!get) return undefined;
    const caller = this.authenticator.admit(user, get);
    const input = key ? { [key]: id } : {};
    const asking = { ...readFor({ ...call, caller }, input), operation: get.path };
    const { json } = await this.services.forward(get, asking);
    const answer: object = JSON.parse(json);
    const shown: Values = { ...(caller.view_cost ? answer : withoutCost(get.response, answer)) };
    const [record] = [shown[shownAs]].flat();
    return isValues(record) ? record : undefined;
  }
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** A request gives lines in part; a record shows them whole. */
function isShown(given: unknown, shown: unknown): boolean {
  if (Array.isArray(given) && Array.isArray(shown))
    return given.length === shown.length && given.every((each, i) => isShown(each, shown[i]));
  if (isValues(given) && isValues(shown))
    return Object.entries(given).every(([name, value]) => !(name in shown) || isShown(value, shown[name]));
  return isDeepStrictEqual(given, shown) || isSameTime(given, shown);
}

const isSameTime = (given: unknown, shown: unknown): boolean =>
  typeof given === 'string' && typeof shown === 'string' && /^\d{4}-\d\d-\d\dT/.test(given)
    ? Date.parse(given) === Date.parse(shown)
    : false;
