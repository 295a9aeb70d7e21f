import { meaningOf } from './openapi-introduction.js';
import { faultCodes, httpStatusOf } from '../fields/refused.js';
import { component, type Schema } from './schemas.js';

/** Makes the content of a body. */
export const json = (schema: Schema, example?: object) => ({
  content: { 'application/json': { schema, ...(example && { example }) } },
});

/** The schemas that no class of the contract declares. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Success: {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true },
      replayed: {
        type: 'boolean',
        const: true,
        description: 'Additive: the write was done before, and this is its answer.',
      },
      dry_run: {
        type: 'boolean',
        const: true,
        description: 'Additive: the write was a dry run and is rolled back.',
      },
    },
    required: ['success'],
  },
  Warned: {
    type: 'object',
    properties: {
      warnings: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Additive: one sentence for each field of the request that the operation does not ' +
          'have, and its own warnings.',
      },
    },
  },
  Repeatable: {
    type: 'object',
    properties: {
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        description:
          'Names the write: it is done once, however often it is sent. Another intended write takes another key.',
      },
    },
  },
  Failure: {
    type: 'object',
    properties: {
      error: { type: 'array', items: { type: 'string' }, minItems: 1 },
      error_details: { type: 'array', items: component('schemas', 'Fault'), minItems: 1 },
      request_id: { type: 'string', description: 'The X-Request-Id of the answer.' },
    },
    required: ['error', 'error_details', 'request_id'],
  },
};

export const parameters = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Instead of `idempotency_key` in the body, which is signed and wins.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
};

const header = (type: string, description: string) => ({ description, schema: { type } });
export const headers = {
  'X-Request-Id': header('string', 'Names the request, for questions about it.'),
  'X-RateLimit-Limit': header('integer', 'How many requests the account may send at once.'),
  'X-RateLimit-Remaining': header('integer', 'How many the user may send at once now.'),
  'X-RateLimit-Reset': header('integer', 'In how many seconds the whole burst may be sent at once again.'),
  'RateLimit-Policy': header(
    'string',
    'The limits of account and user: `"account";q=200;w=4, "user";q=20;w=4` are requests (`q`) in seconds (`w`).',
  ),
  RateLimit: header(
    'string',
    'The limit that holds now: `"account";r=150;t=1` leaves `r` requests, and is whole again in `t` seconds.',
  ),
  'Idempotent-Replayed': header('string', '`true` when the write was done before: this is its answer.'),
  Deprecation: header('string', 'Since when the operation is deprecated: `@` and the Unix time in seconds (RFC 9745).'),
  Sunset: header('string', 'From when on the operation may be gone (RFC 8594).'),
  'Retry-After': header('integer', 'In how many seconds to try again.'),
};

export const headersNamed = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, component('headers', name)]));

const RETRIED = [429, 503, 504];
const REQUEST_ID = '0b8f4d1e-7c1e-4b57-9f5a-3d2a6c1e8b90';

export const failureStatuses = [...new Set(Object.values(httpStatusOf))].sort((one, other) => one - other);

export const failures = Object.fromEntries(
  failureStatuses.map((status) => {
    const codes = faultCodes.filter((code) => httpStatusOf[code] === status);
    const [first] = codes.map((code) => ({ code, message: meaningOf[code] }));
    const example = { error: [first?.message], error_details: [first], request_id: REQUEST_ID };
    const description = codes.map((code) => `\`${code}\`: ${meaningOf[code]}`).join('\n\n');
    const sent = headersNamed('X-Request-Id', ...(RETRIED.includes(status) ? (['Retry-After'] as const) : []));
    return [String(status), { description, headers: sent, ...json(component('schemas', 'Failure'), example) }];
  }),
);
