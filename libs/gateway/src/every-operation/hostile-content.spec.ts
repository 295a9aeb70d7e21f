import { type Class, fieldsOf, type FieldSpec, keepsRules, type Operation, operations } from '@stockbook/contracts';
import { signExactly } from '@stockbook/auth';
import {
  grantedRequest,
  longestTurn,
  MOST_TURN_MS,
  ok,
  openTenant,
  requestOf,
  sign,
  type Tenant,
  World,
} from '@stockbook/testing';
import { isDeepStrictEqual } from 'node:util';

let world: World;
let tenant: Tenant;
const requested = [...operations.values()].filter(({ path }) => !path.startsWith('internal/'));
const requests = new Map<Operation, string>();
beforeAll(async () => {
  world = await World.shared();
  tenant = await openTenant(world, 'Hostile');
  for (const each of requested) requests.set(each, JSON.stringify(await requestOf(world, tenant, each)));
}, 180_000);

const repeated = (unit: string) => (length: number) => unit.repeat(Math.floor(length / unit.length));
/** Each is as long as its field may be; a description with so many marks is refused before it is cleaned. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  '<': repeated('<'),
  '&': repeated('&'),
  '</': repeated('</'),
  '<!': repeated('<!'),
  tags: repeated('<a b="'),
  'combining characters': (length) => `a${'\u0301'.repeat(length - 1)}`,
  digits: repeated('9'),
  'white space': (length) => `a${' '.repeat(length - 2)}b`,
};

/** About the largest content that the limits of a description let through to be cleaned. */
const [MARKS, TAGS] = [19_900, 2_400];
const htmlTexts: Readonly<Record<string, string>> = {
  '<': '<'.repeat(MARKS),
  '&': '&'.repeat(MARKS),
  '</': '</'.repeat(MARKS),
  '<!': '<!'.repeat(MARKS),
  entities: '&lt;'.repeat(MARKS),
  tags: '<a b="'.repeat(TAGS),
  'tags in tags': '<b>'.repeat(TAGS),
  'elements with styles': '<div style="color:red">'.repeat(TAGS),
  'marks beside tags': '<a b="">'.repeat(TAGS) + '< '.repeat(MARKS - TAGS),
};
const MASK = '********';
const within = (levels: number, core: unknown): unknown => (levels ? [within(levels - 1, core), MASK] : core);
const objects: Readonly<Record<string, object>> = {
  'nested lists': {
    a: within(
      13,
      Array.from({ length: 4_000 }, (_, i) => ({ a: i })),
    ),
  },
  'masks in nested lists': {
    a: within(
      13,
      Array.from({ length: 2_000 }, (_, i) => ({ token: MASK, a: i })),
    ),
  },
  'many keys': Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 1])),
};

/** Returns a text as long as the field may be, or none. */
const hostileText = (spec: FieldSpec, text: (length: number) => string): string | undefined => {
  const length = Number(spec.schema['maxLength'] ?? 0);
  const value = length > 2 ? text(length) : '';
  return value && spec.isText ? value : undefined;
};
const isHtml = ({ doc = '' }: FieldSpec): boolean => doc.startsWith('HTML');
const isFree = ({ schema }: FieldSpec): boolean => schema['additionalProperties'] === true;

type Kind = readonly [name: string, hostile: (spec: FieldSpec) => unknown];
const kinds: readonly Kind[] = [
  ...Object.entries(texts).map(([name, text]): Kind => [name, (spec) => hostileText(spec, text)]),
  ...Object.entries(htmlTexts).map(([name, html]): Kind => [
    `${name} in HTML`,
    (spec) => (isHtml(spec) ? html : undefined),
  ]),
  ...Object.entries(objects).map(([name, object]): Kind => [name, (spec) => (isFree(spec) ? object : undefined)]),
];

/** Fills each field of a request that takes the content, as many as fit into its body. */
function fill(type: Class, request: object, hostile: (spec: FieldSpec) => unknown, room: { bytes: number }): boolean {
  const given = request as Record<string, unknown>;
  let isFilled = false;
  for (const [name, spec] of Object.entries(fieldsOf(type))) {
    if (name === 'idempotency_key') continue;
    const inner = spec.of?.();
    const held = [given[name] ?? []].flat();
    if (inner) for (const part of held) isFilled = fill(inner, Object(part), hostile, room) || isFilled;
    const value = inner ? undefined : hostile(spec);
    if (value === undefined || !keepsRules(type, name, value)) continue;
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > room.bytes) continue;
    given[name] = value;
    room.bytes -= bytes;
    isFilled = true;
  }
  return isFilled;
}

interface Answer {
  readonly status: number;
  readonly body: ArrayBuffer;
}

/** The answer is not parsed, because the client shares the thread. */
async function answerOf(path: string, text: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}/${path}`, { method: 'POST', headers, body: text });
  return { status: answer.status, body: await answer.arrayBuffer() };
}

/** Returns the first answer, and the longest turn in ms of CPU time. */
async function send({ path }: Operation, request: object): Promise<Answer & { longest: number }> {
  const text = sign(`/${path}`, request, tenant.user.credentials);
  const answers: Answer[] = [];
  const longest = await longestTurn(async () => answers.push(await answerOf(path, text)));
  return { ...answers[0]!, longest };
}

/** Returns paths such as `products[0].name`. */
function refusedFields(body: ArrayBuffer): string[] {
  const { error_details } = JSON.parse(Buffer.from(body).toString());
  return error_details.flatMap(({ field = '' }: { field?: string }) => (field ? [field] : []));
}

/** Gives a field of the request its value of the valid request, and returns whether it had another one. */
function restore(request: object, valid: string, field: string): boolean {
  const names = field.split(/[.[\]]+/).filter(Boolean);
  const last = names.pop() ?? '';
  const partIn = (whole: object) => names.reduce((part, name) => Object(Reflect.get(part, name)), whole);
  const [given, value] = [partIn(request), Reflect.get(partIn(JSON.parse(valid)), last) as unknown];
  if (isDeepStrictEqual(Reflect.get(given, last), value)) return false;
  if (value === undefined) return Reflect.deleteProperty(given, last);
  return Reflect.set(given, last, value);
}

/** A service has done the request, or has judged its content. */
const JUDGED = [200, 400, 403, 404, 409, 422];

test.each(kinds)(
  '%s: every operation judges it, one grants it, and none holds the event loop',
  async (_, hostile) => {
    const faults: string[] = [];
    let granted = 0;
    for (const [operation, text] of requests) {
      const request = JSON.parse(text);
      if (!fill(operation.request, request, hostile, { bytes: operation.bodyLimit * 0.9 })) continue;
      for (let isOpen = true; isOpen;) {
        const { status, body, longest } = await send(operation, request);
        if (!JUDGED.includes(status) || longest > MOST_TURN_MS)
          faults.push(`${operation.path}: ${status}, ${Math.round(longest)} ms`);
        if (status === 200) granted++;
        // A refusal hides the other fields, which are sent again beside valid values of those that are refused.
        const restored = status === 200 ? [] : refusedFields(body).filter((field) => restore(request, text, field));
        isOpen = restored.length > 0;
      }
    }
    expect(faults).toEqual([]);
    expect(granted).toBeGreaterThan(0);
  },
  120_000,
);

test('as many unknown objects as a body may have hold the event loop in no operation, which is done', async () => {
  const unknown = Array(99_000).fill({ a: 1 });
  const faults: string[] = [];
  for (const operation of requested) {
    const isWrite = operation.kind === 'write';
    const granted = await (isWrite ? grantedRequest : requestOf)(world, tenant, operation);
    const { status, longest } = await send(operation, { ...granted, ...(isWrite && { dry_run: true }), unknown });
    if (status !== 200 || longest > MOST_TURN_MS)
      faults.push(`${operation.path}: ${status}, ${Math.round(longest)} ms`);
  }
  expect(faults).toEqual([]);
}, 240_000);

describe('a batch holds the event loop no longer than one of its requests:', () => {
  const wrongOrder = { path: 'sale/order/add', body: { products: Array(1_000).fill({}) } };
  const page = { path: 'inventory/item/get', body: { limit: 100 } };
  beforeAll(async () => {
    const description = 'ж'.repeat(100_000);
    for (let i = 0; i < 20; i++)
      ok(await tenant.user.api.inventory.item.add({ name: `Large ${i}`, price: 1, description }));
  });

  // The answer is not parsed here, because that would count.
  const sendBatch = async (requests: readonly object[]) => {
    const body = signExactly('/batch', { requests, in_order: false }, tenant.user.credentials);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${world.url}/batch`, { method: 'POST', headers, body });
    return (await answer.arrayBuffer()).byteLength;
  };

  it.each([
    ['90 orders with 1,000 wrong lines each', Array(90).fill(wrongOrder), 8_000_000],
    ['pages of 4 MB', Array(7).fill(page), 20_000_000],
  ])('%s', async (_, requests, bytes) => {
    const longest = await longestTurn(async () => expect(await sendBatch(requests)).toBeGreaterThan(bytes));
    expect(longest).toBeLessThan(MOST_TURN_MS);
  });
});
