// Writes the types of `@stockbook/client` from the API documents, so that the package has no contract at run time.

/** The field that the client adds to each request by itself. */
const AUTHENTICATION = 'Authentication';
const nameIn = ($ref) => $ref.split('/').at(-1);

/**
 * Returns the TypeScript of an OpenAPI document's operations, and of the webhooks that an AsyncAPI document describes.
 */
export function clientTypes({ paths, components }, asyncApi) {
  const { messages, schemas } = asyncApi.components;
  const webhooks = Object.keys(asyncApi.channels.webhooks.messages);
  const events = webhooks.map((name) => [name, dataOf(messages[name].payload.allOf[1].properties.data)]);
  const known = joined(components.schemas, schemas);
  const operations = Object.entries(paths).map(([path, { post }]) => ({ path: path.slice(1), ...shapesOf(post) }));
  const roots = operations.flatMap(({ request, answer }) => [...request, ...answer]);
  const used = [...within(known, [...roots, 'Failure', 'WebhookBody', ...events.flatMap(([, data]) => refsIn(data))])];
  return [
    '// `npm run openapi` writes this file from the contract.',
    `import type { CallOf, Each } from './call.types.js';`,
    'type Call<Safe extends boolean, I, O> = CallOf<Safe, I, O, Failure>;',
    '/** The operations, by group, resource and verb. */',
    `export interface Api<Safe extends boolean = false> ${treeType(operations, known)}`,
    '/** The `data` of each webhook event: a record, with the former values of its changed fields. */',
    `export interface WebhookData ${blockOf(events.map(([name, data]) => `'${name}': ${typeOf(data)};`))}`,
    ...used.sort().map((name) => `export interface ${name} ${typeOf(known[name])}`),
    '',
  ].join('\n');
}

/** Returns the data of a webhook with a full body. A thin one has the id and the date of the record alone. */
const dataOf = ({ oneOf, ...data }) => oneOf?.[0] ?? data;

/** Joins the schemas of records of both documents; two that differ cannot have one name. */
function joined(one, other) {
  for (const name of Object.keys(other)) {
    if (name in one && JSON.stringify(one[name]) !== JSON.stringify(other[name])) {
      throw new Error(`The API documents have two schemas that are named ${name}.`);
    }
  }
  return { ...other, ...one };
}

const partsOf = ({ content }) => {
  const { schema } = content['application/json'];
  return (schema.allOf ?? [schema]).flatMap(({ $ref }) => ($ref ? [nameIn($ref)] : []));
};
const shapesOf = ({ requestBody, responses, summary, deprecated }) => ({
  summary: deprecated ? `${summary}\n@deprecated` : summary,
  request: partsOf(requestBody).filter((name) => name !== AUTHENTICATION),
  answer: partsOf(responses[200]),
});

/** Returns these schemas, and all that they refer to. */
function within(schemas, names) {
  const found = new Set(names);
  for (const name of found) for (const each of refsIn(schemas[name])) found.add(each);
  return found;
}

function refsIn(schema) {
  if (typeof schema !== 'object' || schema === null) return [];
  return [...(schema.$ref ? [nameIn(schema.$ref)] : []), ...Object.values(schema).flatMap(refsIn)];
}

/** Returns nested objects, with a function for each operation. A `get` that goes on behind an id also has `each`. */
function treeType(operations, known) {
  const tree = {};
  for (const { path, summary, request, answer } of operations) {
    const names = path.split('/');
    const verb = names.pop();
    const node = names.reduce((within, name) => (within[name] ??= {}), tree);
    const [given, shown] = [request, answer].map((parts) => parts.join(' & ') || 'object');
    node[verb] = `${comment(summary)}${verb}: Call<Safe, ${given}, ${shown}>;`;
    const fields = Object.assign({}, ...request.map((name) => known[name].properties));
    if (verb !== 'get' || !fields.after_id) continue;
    const record = answer.flatMap((name) =>
      Object.values(known[name].properties).flatMap(({ items }) => items?.$ref ?? []),
    );
    node.each = `${comment('All of them, in the order of their ids.')}each: Each<${given}, ${nameIn(record[0])}>;`;
  }
  const write = (node) =>
    blockOf(Object.entries(node).map(([name, of]) => (typeof of === 'string' ? of : `${name}: ${write(of)};`)));
  return write(tree);
}

const blockOf = (lines) => `{\n${lines.map((line) => line.replace(/^/gm, '  ')).join('\n')}\n}`;

const comment = (text) => (text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n` : '');

function typeOf(schema) {
  const { $ref, allOf, oneOf, properties, required = [], items, enum: words, additionalProperties } = schema;
  if ($ref) return nameIn($ref);
  if (allOf) return allOf.map(typeOf).join(' & ');
  if (oneOf) return [...new Set(oneOf.map(typeOf))].join(' | ');
  if (words) return words.map((word) => JSON.stringify(word)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (items) return `(${typeOf(items)})[]`.replace(/^\((\w+)\)/, '$1');
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `${comment(field.description)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`;
    });
    return blockOf(fields);
  }
  return plainTypeOf(schema, additionalProperties);
}

const PLAIN = { integer: 'number', number: 'number', boolean: 'boolean', string: 'string' };

function plainTypeOf({ type, maxLength }) {
  // The digits of a text may come as a number, which loses leading zeros; a list of ids may be one id.
  if (Array.isArray(type)) return maxLength === undefined ? 'string | number' : 'string';
  return PLAIN[type] ?? 'Record<string, unknown>';
}
