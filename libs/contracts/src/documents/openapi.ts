import { Authentication, RequestOptions, ShownFault } from '../common.js';
import { type Endpoint, isOperation, MEBIBYTE, type Operation, resourceOf } from '../contract.js';
import { deprecationText } from '../deprecation.js';
import { type Class, fieldsOf } from '../fields/fields.js';
import { SigningIn } from '../sign-in.js';
import {
  failures,
  failureStatuses,
  headers,
  headersNamed,
  json,
  parameters,
  sharedSchemas,
} from './openapi-components.js';
import { writeOptionsOf } from '../revision.js';
import { introduction } from './openapi-introduction.js';
import { tagOf } from './openapi-tags.js';
import { classesWithin, component, type Schema, Schemas } from './schemas.js';

export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly [];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, { readonly post: Schema }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** A request that is granted, without its authentication, and its answer, by the path of the operation. */
export type Examples = Readonly<Record<string, { readonly request: object; readonly answer: object }>>;

/** The examples have a signature that no secret has made. */
const exampleAuthentication = {
  domain: 'demo',
  api_key: 'owner@demo.test',
  auth_timestamp: 1_767_225_600,
  auth_signature: '0'.repeat(64),
};

/** Without a `url`, endpoints are on the host that the document comes from. */
export function openApi(
  endpoints: Iterable<Endpoint>,
  { version, url = '/', examples = {} }: { version: string; url?: string; examples?: Examples },
): OpenApi {
  const listed = [...endpoints];
  const requests = classesWithin(listed.map(({ request }) => request));
  const answers = classesWithin(listed.map(({ response }) => response));
  const schemas = new Schemas(sharedSchemas, new Set([...requests].filter((type) => !answers.has(type))));
  schemas.refTo(ShownFault);
  const paths = listed.map((endpoint) => [
    `/${endpoint.path}`,
    { post: describeEndpoint(endpoint, schemas, examples[endpoint.path]) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Stockbook', version, description: introduction },
    servers: [{ url }],
    // The signature is in the body, which no security scheme of OpenAPI describes.
    security: [],
    tags: [...new Set(listed.map(tagNameOf))].map(tagOf),
    paths: Object.fromEntries(paths),
    components: { schemas: schemas.all(), responses: failures, headers, parameters },
  };
}

/** Request and response fields that all operations of a kind have. */
const kinds = {
  read: {
    permission: 'access',
    asked: [],
    answered: [component('schemas', 'Warned')],
    headers: [],
    parameters: [],
    never: [405, 409, 422, 424],
  },
  write: {
    permission: 'modify',
    asked: [component('schemas', 'Repeatable')],
    answered: [component('schemas', 'Success'), component('schemas', 'Warned')],
    headers: ['Idempotent-Replayed'],
    parameters: [component('parameters', 'Idempotency-Key')],
    never: [405, 424],
  },
} as const;

const tagNameOf = (endpoint: Endpoint): string => (endpoint.path.includes('/') ? resourceOf(endpoint) : endpoint.path);

function describeEndpoint(endpoint: Endpoint, schemas: Schemas, example?: Examples[string]): Schema {
  const { path, summary, additive, deprecated, request, response } = endpoint;
  const isSignIn = endpoint.signedWith !== undefined;
  const { asked, answered, parameters, headers } = kinds[endpoint.kind];
  const options = endpoint.kind === 'write' && !isSignIn ? writeOptionsOf(endpoint) : RequestOptions;
  const declared = (type: Class) => (Object.keys(fieldsOf(type)).length ? [schemas.refTo(type)] : []);
  const failures = failuresOf(endpoint).map((status) => [status, component('responses', status)]);
  return {
    operationId: path.replaceAll('/', '_'),
    summary,
    description: descriptionOf(endpoint),
    tags: [tagNameOf(endpoint)],
    ...(additive && { 'x-additive': true }),
    ...(deprecated && { deprecated: true }),
    parameters: isSignIn ? [] : parameters,
    requestBody: {
      required: true,
      ...json(
        all(
          ...authenticationOf(endpoint).map((type) => schemas.refTo(type)),
          ...(isSignIn ? [] : asked),
          ...declared(options),
          ...declared(request),
        ),
        example && { ...exampleAuthentication, ...example.request },
      ),
    },
    responses: {
      200: {
        description: 'Success.',
        headers: headersNamed(
          'X-Request-Id',
          ...(isSignIn ? [] : [...rateHeaders, ...headers]),
          ...(deprecated ? endHeaders : []),
        ),
        ...json(all(...answered, ...declared(response)), example?.answer),
      },
      ...Object.fromEntries(failures),
    },
  };
}

const rateHeaders = [
  ...(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const),
  ...(['RateLimit-Policy', 'RateLimit'] as const),
];
const endHeaders = ['Deprecation', 'Sunset'] as const;

/** Anyone may ask for a challenge; other requests name the user. */
const authenticationOf = ({ signedWith, kind }: Endpoint): Class[] => {
  if (signedWith !== 'nothing') return [Authentication];
  return kind === 'write' ? [SigningIn] : [];
};

const all = (...parts: readonly Schema[]): Schema => (parts.length > 1 ? { allOf: parts } : (parts[0] ?? {}));

function descriptionOf(endpoint: Endpoint): string {
  const rights = isOperation(endpoint) ? rightsOf(endpoint) : [signersOf(endpoint)];
  const limit = `The body may have up to ${sizeOf(endpoint.bodyLimit)}.`;
  const repeats = isOperation(endpoint) && endpoint.kind === 'write' && repeatsOf(endpoint);
  const additive = 'Additive: the specification that this API follows does not have this operation.';
  const end = endpoint.deprecated && deprecationText('It', endpoint.deprecated);
  return [...rights, limit, repeats, endpoint.additive && additive, end].filter(Boolean).join(' ');
}

const signers = {
  nothing: 'Needs no signature.',
  enrolment: 'The secret of the link signs it.',
  session: 'A session signs it.',
  locked: 'The locked session signs it.',
};
const signersOf = ({ signedWith }: Endpoint): string =>
  signedWith ? signers[signedWith] : 'Each request needs the permission that it needs by itself.';

const rightsOf = (operation: Operation): readonly (string | false)[] => [
  operation.isForEveryone
    ? 'Needs no permission.'
    : `Needs the permission to ${kinds[operation.needs?.kind ?? operation.kind].permission} ` +
      `\`${resourceOf(operation)}\`${neededRecords(operation)}.`,
  operation.concernsAll && 'Refused to users who are limited to channel groups: it concerns all of them.',
];

const repeatsOf = ({ replaysIdentical }: Operation): string =>
  replaysIdentical
    ? 'Without an `idempotency_key`, a byte-identical request returns the first answer.'
    : 'Without an `idempotency_key`, each request is executed.';

const sizeOf = (bytes: number): string => (bytes < MEBIBYTE ? `${bytes / 1024} KiB` : `${bytes / MEBIBYTE} MiB`);

const neededRecords = ({ needs }: Operation): string =>
  Object.entries(needs?.fields ?? {})
    .map(([field, resource]) => `, and with \`${field}\` to access \`${resource}\``)
    .join('');

function failuresOf({ path, kind }: Endpoint): number[] {
  const namesNoRecord = /\/(add|get)$/.test(path);
  const never: readonly number[] = [...kinds[kind].never, ...(namesNoRecord ? [404] : [])];
  return failureStatuses.filter((status) => !never.includes(status));
}
