import { type Endpoint, MEBIBYTE } from './contract.js';
import { Flag, Int, Json, ListOf, Text } from './fields/fields.js';

class BatchedRequest {
  @Text({ doc: 'The path of an operation, like `sale/order/add`; a leading slash may stand before it.' }) path!: string;
  @Json({
    max: Infinity,
    doc: 'The request of the operation. The signature of the batch stands for its four fields, which may be absent.',
  })
  body!: Record<string, unknown>;
}

class BatchRequest {
  @ListOf(() => BatchedRequest, { min: 1, max: 100 }) requests!: BatchedRequest[];
  @Flag({
    optional: true,
    doc:
      'Default true: one request runs after the other, and behind one that fails none is run. ' +
      'With false they run side by side, each on its own.',
  })
  in_order?: boolean;
}

class BatchedAnswer {
  @Int({ min: 200, max: 599, doc: 'The HTTP status that the request would have by itself.' }) status!: number;
  @Json({ max: Infinity, doc: 'The answer of the operation, or its failure.' }) body!: Record<string, unknown>;
}

class BatchAnswer {
  @ListOf(() => BatchedAnswer, { max: 100, doc: 'The answers in the order of the requests.' })
  responses!: BatchedAnswer[];
}

export type Batch = BatchRequest;
export type Batched = BatchedRequest;
export type BatchedReply = BatchedAnswer;

/** Runs requests of several operations, with one signature for all. The gateway runs it, so no service has it. */
export const batch: Endpoint<BatchRequest, BatchAnswer> = {
  path: 'batch',
  kind: 'write',
  summary: 'Runs up to 100 requests.',
  request: BatchRequest,
  response: BatchAnswer,
  additive: true,
  bodyLimit: 8 * MEBIBYTE,
};
