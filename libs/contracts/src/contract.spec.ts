import { clientOf } from './client.js';
import { Done } from './common.js';
import { internalResource, once, operationsOf, read, resource, resourceOf, write } from './contract.js';
import { fieldsOf, Id, Text } from './fields/fields.js';
import { operations } from './tree.js';

class PenKey {
  @Id() pen_id!: number;
}
class Pen extends PenKey {
  @Text() ink!: string;
}
const pen = resource('desk/pen', 'inventory', {
  add: once(Pen, PenKey, 'Adds a pen.'),
  get: read(PenKey, Pen, 'Shows a pen.', { additive: true }),
});
const lamp = resource('desk/light/lamp', 'settings', {
  light: write(PenKey, Done, 'Lights a lamp.', { bodyLimit: 5 }),
});
const tree = { desk: { pen, light: { lamp } } };

describe('a resource', () => {
  it('gives its operations their path, owner, kind and shapes', () => {
    expect(pen.add).toEqual({
      path: 'desk/pen/add',
      service: 'inventory',
      callers: ['gateway'],
      kind: 'write',
      summary: 'Adds a pen.',
      request: Pen,
      response: PenKey,
      shown: Pen,
      additive: false,
      bodyLimit: 1_048_576,
      concernsAll: false,
      isForEveryone: false,
      replaysIdentical: true,
    });
    expect(pen.get).toMatchObject({ kind: 'read', additive: true });
    expect(lamp.light).toMatchObject({ path: 'desk/light/lamp/light', service: 'settings', bodyLimit: 5 });
  });

  it('has operations of another service, where that owns the records that they change', () => {
    const shelf = resource('desk/shelf', 'settings', { put: write(PenKey, Done, 'Puts a pen.', { service: 'sales' }) });
    expect(shelf.put.service).toBe('sales');
  });

  it('is called by the gateway, and by the processes that it names beside', () => {
    const cap = resource('desk/cap', 'sales', { get: read(PenKey, Pen, 'Shows a cap.', { callers: ['settings'] }) });
    expect(cap.get.callers).toEqual(['gateway', 'settings']);
    const ink = internalResource('internal/ink', 'sales', ['inventory'], { get: read(PenKey, Pen, 'Shows ink.') });
    expect(ink.get.callers).toEqual(['inventory']);
  });

  it('is named by permissions without the verb', () => {
    expect([pen.add, pen.get, lamp.light].map(resourceOf)).toEqual(['desk/pen', 'desk/pen', 'desk/light/lamp']);
  });

  it('is found in a tree at any depth', () => {
    expect(operationsOf(tree)).toEqual([pen.add, pen.get, lamp.light]);
  });
});

test('a write that answers a secret replays: a captured request makes no other one', () => {
  const answering = [...operations.values()].filter(
    ({ kind, response }) => kind === 'write' && Object.keys(fieldsOf(response)).some((name) => /secret$/.test(name)),
  );
  expect(answering.length).toBeGreaterThan(3);
  expect(answering.filter(({ replaysIdentical }) => !replaysIdentical).map(({ path }) => path)).toEqual([]);
});

test('writes that set a state are executed again without a key, all others replay an identical request', () => {
  const executed = [...operations.values()].filter(
    ({ kind, replaysIdentical }) => kind === 'write' && !replaysIdentical,
  );
  const verbs = new Set(executed.map(({ path }) => path.split('/').at(-1)));
  expect([...verbs].sort()).toEqual([
    'addHistory',
    'cancel',
    'complete',
    'edit',
    'editCategory',
    'editStock',
    'endSession',
    'recover',
    'redeliver',
    'release',
    'ship',
    'test',
  ]);
  const replaying = [...operations.values()].filter(({ replaysIdentical }) => replaysIdentical);
  expect(new Set(replaying.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set([
      'add',
      'addCategory',
      'addEnrolment',
      'addImage',
      'addReward',
      'addSession',
      'count',
      'delete',
      'deleteCategory',
      'importOrder',
      'merge',
      'receive',
      'render',
      'reserve',
      'rotateSecret',
    ]),
  );
});

describe('the client', () => {
  it('mirrors the tree and hands each request to its operation', async () => {
    const client = clientOf(tree, async (operation, input) => ({ ...input, ink: operation.path }));
    expect(Object.keys(client.desk)).toEqual(['pen', 'light']);
    expect(Object.keys(client.desk.pen)).toEqual(['add', 'get']);

    const reply = await client.desk.pen.get({ pen_id: 3 });
    const { pen_id, ink } = reply.error ? { pen_id: 0, ink: reply.error.join() } : reply;
    expect([pen_id, ink]).toEqual([3, 'desk/pen/get']);
    expect(await client.desk.light.lamp.light({ pen_id: 4 })).toMatchObject({
      pen_id: 4,
      ink: 'desk/light/lamp/light',
    });
  });

  it('sends strict requests unless they say otherwise', async () => {
    const sent: object[] = [];
    const client = clientOf(tree, async (_, input) => sent.push(input));
    await client.desk.pen.get({ pen_id: 3 });
    await client.desk.pen.get({ pen_id: 3, strict: false });
    const answer = { success: true, pen_id: 3 };
    await client.desk.pen.get(answer);
    expect(sent).toEqual([
      { pen_id: 3, strict: true },
      { pen_id: 3, strict: false },
      { pen_id: 3, strict: true },
    ]);
  });
});
