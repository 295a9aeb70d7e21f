import { call, ok, refused, type TestUser, World } from '@stockbook/testing';

let world: World;
let owner: TestUser;
beforeAll(async () => void (world = await World.shared()));
beforeEach(async () => void (owner = await world.account()));

const hooks = (user = owner) => user.api.integration.webhook;
const subscribe = async (user = owner) =>
  ok(await hooks(user).add({ kind: 'pull', events: ['inventory_brand'] })).webhook_id;
const addBrand = async (name: string) => ok(await owner.api.inventory.brand.add({ name })).brand_id;
const namesOf = ({ events }: { readonly events: readonly { readonly body: string }[] }) =>
  events.map(({ body }) => JSON.parse(body).data.name);
const read = async (input: object, user = owner) => ok(await hooks(user).getEvent(input));

describe('wait', () => {
  const within = async <T>(work: Promise<T>) => {
    const began = performance.now();
    return { answer: await work, ms: performance.now() - began };
  };

  it('answers as soon as there is an event that the reader gets', async () => {
    const webhook_id = await subscribe();
    const waiting = within(read({ webhook_id, wait: 25 }));
    ok(await owner.api.inventory.location.add({ name: 'Depot' }));
    await world.settled();
    await addBrand('Acme');
    const { answer, ms } = await waiting;
    expect(namesOf(answer)).toEqual(['Acme']);
    expect(ms).toBeLessThan(10_000);
  });

  it('ends with an empty page and a cursor', async () => {
    const webhook_id = await subscribe();
    const { answer, ms } = await within(read({ webhook_id, wait: 1 }));
    expect(answer).toEqual({ events: [], cursor: expect.any(String) });
    expect(ms).toBeGreaterThan(900);
    expect(refused(await hooks().getEvent({ webhook_id, wait: 26 }))).toEqual([expect.stringMatching(/^wait must/)]);
  });

  it('of many readers holds up no other request of the account, and is limited', async () => {
    const webhook_id = await subscribe();
    await world.settled();
    const most = 20 * world.assembly.replicas.integration.length;
    const wait = () => call(world.url, owner.credentials, 'integration/webhook/getEvent', { webhook_id, wait: 25 });
    const waits = Array.from({ length: most + 1 }, wait);
    const { status, headers, body } = await Promise.race(waits);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(body).toMatchObject({ error: [expect.stringMatching(/^20 requests of the account wait for events/)] });
    const { ms } = await within(read({ webhook_id }));
    expect(ms).toBeLessThan(2_000);
    const stranger = await world.account();
    const others = { webhook_id: await subscribe(stranger), wait: 1 };
    expect(await read(others, stranger)).toMatchObject({ events: [] });
    await addBrand('Acme');
    const pages = (await Promise.all(waits)).filter((answer) => answer.status === 200);
    expect(pages.map((page) => namesOf(Object(page.body)))).toEqual(pages.map(() => ['Acme']));
    expect(pages.length).toBeGreaterThanOrEqual(20);
  });

  it('shows nothing to a user whose rights have changed meanwhile', async () => {
    const clerk = await world.colleague(owner, { access: ['integration/webhook', 'inventory/brand'], modify: [] });
    const webhook_id = await subscribe();
    const waiting = hooks(clerk).getEvent({ webhook_id, wait: 25 });
    await read({ webhook_id });
    ok(await owner.api.setting.user.delete({ user_id: clerk.user_id }));
    await addBrand('Acme');
    expect(refused(await waiting)).toEqual([expect.stringMatching(/^The rights of the user have changed/)]);
  });

  it('goes on at another replica when its own stops; without another one it is refused', async () => {
    const other = await World.open();
    const user = await other.account();
    const [first, ...replicas] = other.assembly.replicas.integration;
    const { webhook } = user.api.integration;
    const webhook_id = await subscribe(user);
    const waits = Array.from({ length: 6 }, () => webhook.getEvent({ webhook_id, wait: 25 }));
    await webhook.get({});
    await first?.relay.stop();
    const { ms } = await within(Promise.resolve(first?.stop()));
    expect(ms).toBeLessThan(10_000);
    if (replicas.length) ok(await user.api.inventory.brand.add({ name: 'Acme' }));
    const answers = await Promise.all(waits);
    if (replicas.length) expect(answers.map(ok).map(namesOf)).toEqual(waits.map(() => ['Acme']));
    else
      expect(answers.map(refused).flat()).toEqual(waits.map(() => expect.stringMatching(/stopping; the same request/)));
    await other.close();
  });

  it('ends when all stops', async () => {
    const other = await World.open();
    const user = await other.account();
    const { webhook } = user.api.integration;
    const { webhook_id } = ok(await webhook.add({ kind: 'pull', events: ['inventory_brand'] }));
    const waiting = webhook.getEvent({ webhook_id, wait: 25 });
    await webhook.get({});
    const { ms } = await within(other.close());
    expect(ms).toBeLessThan(5_000);
    expect(refused(await waiting)).toEqual([
      expect.stringMatching(/stopping; the same request can be repeated safely/),
    ]);
  });
});
