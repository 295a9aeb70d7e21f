// Reads the operations of a resource out of the OpenAPI document, as the page shows them.
import { openApiIn } from './contents.mjs';

const SCHEMA = '#/components/schemas/';
const nameIn = (ref) => ref.slice(SCHEMA.length);
/** The client adds these to every request, so the table of fields shows them last and closed. */
const AUTHENTICATION = 'Authentication';
const COMMON = [AUTHENTICATION, 'Repeatable', 'RequestOptions', 'WriteOptions', 'RevisedOptions'];

/** Returns the operations, and the schemas that they use, so that shared ones are in the chunk once. */
export function resourceOf(root, name) {
  const { paths, components } = openApiIn(root);
  const operations = Object.entries(paths)
    .filter(([, { post }]) => post.tags[0] === name)
    .map(([path, { post }]) => operationOf(path.slice(1), post));
  const schemas = {};
  const add = (schemaName) => {
    if (schemaName in schemas) return;
    schemas[schemaName] = fieldsOf(components.schemas[schemaName]);
    for (const { of } of schemas[schemaName]) if (of) add(of);
  };
  for (const { request, common, answer } of operations) [...request, ...common, ...answer].forEach(add);
  return { name, operations, schemas };
}

function operationOf(path, { summary, description, requestBody, responses, 'x-additive': isAdditive, deprecated }) {
  const parts = partsOf(requestBody.content['application/json'].schema);
  const { schema, example } = responses[200].content['application/json'];
  return {
    path,
    summary,
    description,
    isAdditive: Boolean(isAdditive),
    isDeprecated: Boolean(deprecated),
    isSigned: parts.includes(AUTHENTICATION),
    request: parts.filter((name) => !COMMON.includes(name)),
    common: parts.filter((name) => COMMON.includes(name)),
    answer: partsOf(schema),
    example: withoutAuthentication(requestBody.content['application/json'].example),
    answerExample: example,
    statuses: Object.keys(responses).filter((status) => status !== '200'),
  };
}

/** The samples and the page sign by themselves. */
const SIGNED = ['domain', 'api_key', 'auth_timestamp', 'auth_signature'];
const withoutAuthentication = (example = {}) =>
  Object.fromEntries(Object.entries(example).filter(([name]) => !SIGNED.includes(name)));

const partsOf = (schema) => (schema.allOf ?? [schema]).flatMap(({ $ref }) => ($ref ? [nameIn($ref)] : []));

function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) => {
    const { type, of } = typeOf(schema);
    return {
      name,
      type,
      ...(of && { of }),
      ...(required.includes(name) && { required: true }),
      ...(schema.description && { text: schema.description }),
      ...limitsOf(schema.items ?? schema, schema),
    };
  });
}

/** Returns the type in words, and the name of the schema that it consists of. */
function typeOf({ $ref, type, items, oneOf, format, pattern, additionalProperties, contentEncoding }) {
  if ($ref) return { type: 'object', of: nameIn($ref) };
  if (oneOf) return { type: oneOf.map((each) => typeOf(each).type).join(' or ') };
  if (items) {
    const of = typeOf(items);
    return { type: `list of ${plural(of.type)}`, of: of.of };
  }
  if (contentEncoding) return { type: 'base64' };
  if (pattern?.includes('{4}-')) return { type: 'date' };
  const types = [type ?? 'any'].flat();
  if (types.includes('object')) {
    const values = additionalProperties?.$ref ? nameIn(additionalProperties.$ref) : undefined;
    return { type: 'object', of: values };
  }
  // Requests may write a text as an integer; the guide of conventions says so once.
  if (types.includes('string') && types.includes('integer')) return { type: 'text' };
  const words = types.map((each) => (each === 'string' ? (format === 'date-time' ? 'date' : 'text') : each));
  return { type: words.join(' or ') };
}

const plural = (type) => (type === 'any' ? 'values' : type.replace(/$/, 's'));

/** The largest integer is that of every id. */
const LARGEST = Number.MAX_SAFE_INTEGER;

function limitsOf(
  { enum: values, const: only, minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength },
  whole,
) {
  const limits = [];
  if (maxLength && maxLength < 65_536) limits.push(`at most ${maxLength.toLocaleString('en')} characters`);
  if (minimum !== undefined && minimum !== 0) limits.push(`at least ${minimum.toLocaleString('en')}`);
  if (exclusiveMinimum !== undefined && exclusiveMinimum >= 0)
    limits.push(`more than ${exclusiveMinimum.toLocaleString('en')}`);
  if (maximum !== undefined && maximum < LARGEST && maximum !== 2_147_483_647)
    limits.push(`at most ${maximum.toLocaleString('en')}`);
  if (exclusiveMaximum !== undefined && exclusiveMaximum < 1e7)
    limits.push(`less than ${exclusiveMaximum.toLocaleString('en')}`);
  if (whole.maxItems)
    limits.push(`${whole.minItems ? `${whole.minItems} to ` : 'up to '}${whole.maxItems.toLocaleString('en')} entries`);
  return {
    ...(values && { values }),
    ...(only !== undefined && { values: [only] }),
    ...(limits.length && { limits: limits.join(', ') }),
  };
}
