import { type Call, type Class, fieldsOf, type Operation } from '@stockbook/contracts';
import { type Db, statement } from '@stockbook/persistence';

type Fields = Record<string, unknown>;
/** `around` has the fields of enclosing objects, because the keys of lines begin with their document's. */
interface Part {
  readonly own: Fields;
  readonly around: Fields;
}

/** Sequences never reuse an id, so no other write makes one. */
export async function withoutMadeIds(
  db: Db,
  { caller, input }: Call<{ readonly batch_id?: readonly number[] }>,
  { response }: Operation,
  output: object,
): Promise<object> {
  const answer: object = structuredClone(output);
  const parts = objectsWithin(response, answer, {});
  const made = await Promise.all(generatedIds(db).map((key) => findMade(db, caller.account_id, key, parts)));
  // A batch answers each id that it was given, also of a record that there is not.
  for (const { own, id } of made.flat()) if (!input.batch_id?.includes(Number(own[id]))) own[id] = 0;
  return answer;
}

/** Follows the declared classes, because free-form content has no ids of ours. */
function objectsWithin(type: Class, value: object, around: Fields): Part[] {
  const own = value as Fields;
  const within = { ...around, ...own };
  const inner = Object.entries(fieldsOf(type)).flatMap(([name, { of }]) => {
    const found = of ? [own[name] ?? []].flat() : [];
    return found.flatMap((each) => (of && typeof each === 'object' && each ? objectsWithin(of(), each, within) : []));
  });
  return [{ own, around: within }, ...inner];
}

interface GeneratedId {
  readonly table: string;
  readonly id: string;
  readonly key: readonly string[];
}

const generatedIds = ({ source }: Db): GeneratedId[] =>
  source.entityMetadatas.flatMap(({ tablePath, primaryColumns }) =>
    primaryColumns
      .filter(({ isGenerated }) => isGenerated)
      .map(({ databaseName: id }) => ({ table: tablePath, id, key: primaryColumns.map((each) => each.databaseName) })),
  );

async function findMade(
  db: Db,
  account_id: number,
  { table, id, key }: GeneratedId,
  parts: readonly Part[],
): Promise<{ own: Fields; id: string }[]> {
  const naming = parts.filter(({ own }) => Number(own[id]) > 0);
  if (!naming.length) return [];
  const given = key.filter((name) => naming.every(({ around }) => Number(around[name]) > 0));
  const conditions = given.map((name, i) => `${name} = ANY ($${i + 2}::bigint[])`);
  const find = statement(
    `existing_${[table, ...given].join('_')}`,
    `SELECT ${id} AS id FROM ${table} WHERE account_id = $1 AND ${conditions.join(' AND ')}`,
  );
  const values = given.map((name) => naming.map(({ around }) => around[name]));
  const rows = await db.query<{ id: number }>(find, [account_id, ...values]);
  const existing = new Set(rows.map((row) => row.id));
  return naming.filter(({ own }) => !existing.has(Number(own[id]))).map(({ own }) => ({ own, id }));
}
