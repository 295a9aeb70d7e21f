import { type Caller, type Fault, noReference } from '@stockbook/contracts';
import { maySee, type Reader, statement, type Tx } from '@stockbook/persistence';

/** Keeps this lock apart from others of the database. */
const LOCK_CLASS = 7_082_018;

const LOCK = statement('lock_categories', `SELECT pg_advisory_xact_lock(${LOCK_CLASS}, $1)`);

/** Call this before the transaction locks any row, so that it cannot deadlock with another one. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.query(LOCK, [tx.account_id]);
}

const ANCESTORS = statement(
  'ancestors_of_category',
  `WITH RECURSIVE ancestor AS (
     SELECT category_id, parent_id, channel_group_id, date_deleted FROM inventory.category
     WHERE account_id = $1 AND category_id = $2
     UNION
     SELECT category.category_id, category.parent_id, category.channel_group_id, category.date_deleted
     FROM ancestor JOIN inventory.category ON category.account_id = $1 AND category.category_id = ancestor.parent_id
   )
   SELECT category_id, channel_group_id FROM ancestor WHERE date_deleted IS NULL`,
);
interface AncestorRow {
  readonly category_id: number;
  readonly channel_group_id: number;
}

/** Returns why a category cannot be below another one; a new one has the id 0. The tree is locked. */
export async function parentFaults(tx: Tx, caller: Caller, category_id: number, parent_id: number): Promise<Fault[]> {
  if (!parent_id) return [];
  const ancestors = await tx.query<AncestorRow>(ANCESTORS, [tx.account_id, parent_id]);
  if (!ancestors.some((each) => each.category_id === parent_id && maySee(caller, each)))
    return [noReference('parent_id', 'category', parent_id)];
  if (!ancestors.some((each) => each.category_id === category_id)) return [];
  const message = `parent_id must be neither category ${category_id} itself nor one of its descendants.`;
  return [{ code: 'invalid', field: 'parent_id', message }];
}

const BRANCHES = statement(
  'branches_of_categories',
  `WITH RECURSIVE branch AS (
     SELECT unnest($2::bigint[]) AS category_id
     UNION
     SELECT category.category_id FROM branch
     JOIN inventory.category ON category.account_id = $1 AND category.parent_id = branch.category_id
     WHERE date_deleted IS NULL
   )
   SELECT category_id FROM branch`,
);

/** Returns these categories and all below them. */
export async function withDescendants(reader: Reader, account_id: number, ids: readonly number[]): Promise<number[]> {
  const rows = await reader.query<{ category_id: number }>(BRANCHES, [account_id, ids]);
  return rows.map(({ category_id }) => category_id);
}
