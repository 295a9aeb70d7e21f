import {
  type Call,
  type Fault,
  type FaultCode,
  fieldsOf,
  type Operation,
  Refused,
  soundPart,
} from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import type { Signer } from './authenticator.js';
import { requireFields } from './rights.js';

/** The answer to a malformed request does not wait longer for a service. */
const LOOKUP_MS = 2_000;
const REFERENCE: FaultCode = 'unknown_reference';

/** Finds the references of a malformed request that do not exist, so that its client learns of all faults at once. */
@Injectable()
export class ReferenceFaults {
  constructor(private readonly services: Services) {}

  /**
   * The service runs the sound part of the request as a dry run, which stores nothing and is never a replay. Only
   * references count in its refusal: all else may come from a field that is missing there.
   */
  async faultsBeside(user: Signer, operation: Operation, call: Call, faults: readonly Fault[]): Promise<Fault[]> {
    if (operation.kind === 'read' && !hasLines(operation)) return [];
    const input = soundPart(operation.request, call.input);
    if (!input) return [];
    const faulty = faults.map(({ field = '' }) => field);
    try {
      requireFields(user.permission, operation, input);
      // The sound part has a whole line for each empty one, and large calls take turns by their bytes.
      const bytes = Buffer.byteLength(JSON.stringify(input));
      const lookup = { ...call, input, bytes, ...(operation.kind === 'write' && { dry_run: true }) };
      await this.services.forward(operation, lookup, LOOKUP_MS);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.faults.filter(({ code, field = '' }) => code === REFERENCE && !dependsOn(field, faulty));
    }
  }
}

/** A list of records refers to none; a calculation may. */
const hasLines = ({ request }: Operation): boolean => Object.values(fieldsOf(request)).some(({ of }) => of);

/** A fault may name a part of a faulty field's record, as order_product_id does of order_id. */
const dependsOn = (field: string, faulty: readonly string[]): boolean =>
  faulty.some((each) => {
    const [, record] = /^(\w+_)id$/.exec(each) ?? [];
    return (
      field === each ||
      (/^[.[]/.test(field.slice(each.length)) && field.startsWith(each)) ||
      (record && nameOf(field).startsWith(record))
    );
  });

const nameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
