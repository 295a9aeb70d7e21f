import { eventually, ok, refused, type TestUser, type World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { holdAnswers } from '../dispatch/held-answers.fixture.js';
import type { Receiver } from '../http/receiver.fixture.js';

let world: World;
let user: TestUser;
let receiver: Receiver;
let open: ServerResponse[];
let webhook_id: number;
beforeEach(async () => {
  ({ world, user, receiver, open } = await holdAnswers());
  ({ webhook_id } = await receiver.subscribe(user));
});
afterEach(() => receiver.close());

const hooks = () => user.api.integration.webhook;
const deliveries = async () => ok(await hooks().getDelivery({})).deliveries;

/** Starts a test whose receiver has not answered yet. */
async function startTest(fields: object = {}) {
  const request = { webhook_id, idempotency_key: crypto.randomUUID(), ...fields };
  const answer = hooks().test(request);
  await eventually(() => open.length > 0);
  return { request, answer };
}

test('a test is sent once under one idempotency key, also while it is under way', async () => {
  const { request, answer } = await startTest();
  const repeated = ok(await hooks().test(request));
  expect(repeated).not.toHaveProperty('attempt');
  open[0]!.end('ok');
  const { delivery_id, attempt } = ok(await answer);
  expect(repeated).toMatchObject({ delivery_id });
  expect(ok(await hooks().test(request))).toMatchObject({ delivery_id, attempt });
  expect(await deliveries()).toMatchObject([
    { delivery_id, state: 'delivered', reason: '', attempts: [{ status: 200 }] },
  ]);
  expect(refused(await hooks().test({ ...request, event: 'sale_order.added' }))).toEqual([
    'This idempotency_key was used before with another request.',
  ]);
  expect(receiver.received).toHaveLength(1);
});

describe('a test that is sent once more while it is under way keeps both attempts', () => {
  /** Returns the numbers, triggers and statuses of its attempts. */
  const logged = async () => {
    const [delivery, ...others] = await deliveries();
    expect(others).toEqual([]);
    const attempts = delivery?.attempts.map(({ number, trigger, status }) => `${number} ${trigger} ${status}`);
    return { state: delivery?.state, reason: delivery?.reason, attempts };
  };
  async function startBoth() {
    const { answer } = await startTest();
    const [{ delivery_id = 0 } = {}] = await deliveries();
    ok(await hooks().redeliver({ delivery_id: [delivery_id] }));
    await eventually(() => open.length > 1);
    return { answer, answerWith: (n: number, status: number) => void open[n]!.writeHead(status).end() };
  }

  it('when the first one ends first', async () => {
    const { answer, answerWith } = await startBoth();
    answerWith(0, 500);
    expect(ok(await answer).attempt).toMatchObject({ status: 500 });
    expect(await logged()).toMatchObject({ state: 'retrying', attempts: ['1 test 500'] });
    answerWith(1, 200);
    await world.settled();
    expect(await logged()).toEqual({ state: 'delivered', reason: '', attempts: ['1 test 500', '2 manual 200'] });
  });

  it('when the second one ends first', async () => {
    const { answer, answerWith } = await startBoth();
    answerWith(1, 200);
    await world.settled();
    expect(await logged()).toEqual({ state: 'delivered', reason: '', attempts: ['2 manual 200'] });
    answerWith(0, 500);
    ok(await answer);
    expect(await logged()).toEqual({ state: 'delivered', reason: '', attempts: ['1 test 500', '2 manual 200'] });
  });
});
