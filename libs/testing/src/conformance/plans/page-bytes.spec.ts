import { call, type TestUser, World } from '../../index.js';
import { fillAccount } from './filled-account.fixture.js';
import { lists } from './plan-cases.fixture.js';

/** Two records of most lists have more, so that each page has to end early. */
const PAGE_KIB = 1;

let world: World;
let owner: TestUser;
beforeAll(async () => {
  world = await World.open({ env: { PAGE_KIB: String(PAGE_KIB) } });
  owner = await world.account();
  await fillAccount(world, owner);
}, 60_000);
afterAll(() => world.close());

/** The lengths of the fields bound a page: 100 balances have at most 1.5 MB. */
const BOUNDED_BY_FIELDS = ['inventory/flow/getBalance'];
/** Requests that find many records, where the usual ones find few. */
const many: Readonly<Record<string, object>> = { 'sale/order/getSummary': { group_by: 'item' } };
const measured = lists.filter(({ path }) => !BOUNDED_BY_FIELDS.includes(path));

interface Answer {
  readonly records: readonly object[];
  readonly rest: Readonly<Record<string, unknown>>;
}

async function read(path: string, input: object): Promise<Answer> {
  const { status, body } = await call(world.url, owner.credentials, path, input);
  expect({ status, body }).toMatchObject({ status: 200 });
  const arrays = Object.entries(body).filter(([name, value]) => name !== 'warnings' && Array.isArray(value));
  const [[, records = []] = []] = arrays as [string, object[]][];
  return { records, rest: { ...body } };
}

/** The first field of a record is its id; an entry of a history has none. */
const idsOf = ({ records }: Answer) =>
  records.map((record) => {
    const [[name = '', id] = []] = Object.entries(record);
    return name.endsWith('_id') ? id : JSON.stringify(record);
  });

/** Returns the request by which a client reads on behind a page. */
function next({ records, rest }: Answer, input: object): object {
  const last: Readonly<Record<string, unknown>> = { ...records.at(-1) };
  if (rest['more']) return { ...input, next: rest['more'] };
  if (rest['truncated'] && last['event_id'] && !rest['next_page']) return { ...input, after: last['event_id'] };
  return { ...input, page: rest['next_page'], limit: rest['next_limit'] };
}

test.each(measured)('$name ends a page at its bytes, and the next one goes on behind it', async ({ path, input }) => {
  const given = { ...input, ...many[path], limit: 100 };
  const first = await read(path, given);
  const isCut = first.rest['truncated'] === true || first.rest['more'] !== undefined;
  expect({ ...first, isCut }).toMatchObject({ isCut: true });
  const second = await read(path, next(first, given));
  for (const { records } of [first, second]) {
    expect(records.length).toBeGreaterThan(0);
    // The names of the fields are not measured in every list.
    if (records.length > 1) expect(JSON.stringify(records).length).toBeLessThan(3 * PAGE_KIB * 1_024);
  }
  const ids = [first, second].flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
  if (!first.rest['next_page']) return;
  const place = first.records.length;
  for (const page of [place, place + 1]) {
    const alone = await read(path, { ...given, page, limit: 1 });
    expect({ page, ids: idsOf(alone), total: alone.rest['total'] }).toEqual({
      page,
      ids: [ids[page - 1]],
      total: first.rest['total'],
    });
  }
});
