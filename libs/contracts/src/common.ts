import { Flag, Id, Int, ListOf, OneOf, Text, Texts } from './fields/fields.js';
import { type FaultCode, faultCodes } from './fields/refused.js';

/** Authenticates every request; docs/spec-gaps.md completes the specification of the signature. */
export class Authentication {
  @Text({ doc: 'The domain of the account.' }) domain!: string;
  @Text({ doc: "The user's e-mail address." }) api_key!: string;
  @Int({ doc: 'Unix time in seconds.', max: Number.MAX_SAFE_INTEGER }) auth_timestamp!: number;
  @Text({ doc: 'HMAC-SHA256 of path, newline and body, 64 lower-case hex characters.' }) auth_signature!: string;
  @Id({ optional: true, doc: 'Additive: the session whose secret has signed; absent: a secret of the user has.' })
  auth_session?: number;
}

/** The fields that every request has besides its own. */
export class RequestOptions {
  @Flag({
    optional: true,
    doc:
      'Additive: a field that the operation does not have is refused. ' +
      'Without it, it is ignored, and `warnings` names it.',
  })
  strict?: boolean;
}

/** The fields that every write has besides its own. */
export class WriteOptions extends RequestOptions {
  @Flag({
    optional: true,
    doc:
      'Additive: the write runs completely and is then rolled back. ' +
      'Ids of records that it would make are 0 in the answer.',
  })
  dry_run?: boolean;
}

export class RevisedOptions extends WriteOptions {
  @Int({
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    doc: 'Additive: the `revision` of the record that the client has seen. Another one is refused (`stale`).',
  })
  if_revision?: number;
}

/** The page of a list, and its order. */
export class PageRequest {
  @Int({ optional: true, min: 1, doc: 'Page number from 1; default 1.' }) page?: number;
  @Int({ optional: true, min: 1, max: 100, doc: 'Results per page; default 20.' }) limit?: number;
  @OneOf(['ASC', 'DESC'], { optional: true, anyCase: true, doc: 'Default DESC.' }) order?: 'ASC' | 'DESC';
}

/** The page of a list of records, which may be read by their ids. */
export class RecordPageRequest extends PageRequest {
  @Id({
    optional: true,
    doc: 'Additive. The records behind this one in the order by id, instead of a page; 0: from the first one on.',
  })
  after_id?: number;
  @Text({
    optional: true,
    max: 2_000,
    doc: 'Additive. Names of fields, separated by commas: the records show these alone, and their ids.',
  })
  fields?: string;
  @Flag({ optional: true, doc: 'Additive, default true. With false nothing is counted, and `total` is left out.' })
  with_total?: boolean;
}

/** The options of a list's free text. Its length bounds the work of a search. */
export const SEARCH = { optional: true, max: 255, trim: true } as const;

/** The number of results in all pages together. */
export class Page {
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER }) total!: number;
  @Flag({
    optional: true,
    doc:
      'Additive. The page is full at 4 MiB: the records behind those shown come by `after_id`, ' +
      'or with `next_page` and `next_limit` as `page` and `limit`.',
  })
  truncated?: boolean;
  @Int({ optional: true, min: 1, doc: 'Additive.' }) next_page?: number;
  @Int({ optional: true, min: 1, max: 100, doc: 'Additive.' }) next_limit?: number;
  @Flag({
    optional: true,
    doc: 'Additive. More records match the search than `total` says: they were not all counted.',
  })
  total_is_minimum?: boolean;
}

/** One reason for a refusal, as failures show it. */
class Fault {
  @OneOf(faultCodes) code!: FaultCode;
  @Text({ optional: true, doc: 'The path of the request field, like `products[2].quantity`.' }) field?: string;
  @Text() message!: string;
  @Int({ optional: true, doc: 'Additive, of `stale`: the id of the record, if it has one.' }) id?: number;
  @Int({ optional: true, doc: 'Additive, of `stale`: the revision that the record has.' }) revision?: number;
  @Texts({
    optional: true,
    doc: 'Additive, of `stale`: the fields of the request in which the record has other values.',
  })
  fields?: string[];
}
/** The class needs the name of its schema, which the type of its objects has, too. */
export { Fault as ShownFault };

/** The outcome of one record of a batch: `error` and `error_details` are those of a failure. */
export class RecordOutcome {
  @Flag() success!: boolean;
  @Texts({ optional: true }) error?: string[];
  @ListOf(() => Fault, { optional: true }) error_details?: Fault[];
}

/** The answer of a write that has nothing to answer but its success. */
export class Done {}
