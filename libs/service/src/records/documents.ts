import { type Actor, type Call, type Fact, type FactType, namesIn, type PlainChange } from '@stockbook/contracts';
import {
  childrenReaders,
  claim,
  columnNames,
  type Cut,
  cutAfter,
  type Db,
  recordMarks,
  entityTable,
  groupBy,
  type LineRow,
  listQuery,
  type ListRequest,
  type OwnedRow,
  pageOf,
  type Reader,
  rowColumns,
  type Sorts,
  statement,
  type Statement,
  type Tx,
} from '@stockbook/persistence';
import type { FindOptionsWhere, QueryDeepPartialEntity, SelectQueryBuilder } from 'typeorm';
import { actorOf, isChange, publishFact } from './facts.js';
import { modifiedNow, requireListed } from './plain-records.js';

/** A service acts on its own behalf. */
type Author = Call | Actor;

export interface StoredDocument<H, L> {
  readonly header: H;
  readonly lines: readonly L[];
}

export type LineValues<L extends LineRow, K> = Omit<L, Exclude<keyof LineRow, 'line_id'> | (K & keyof L)>;
export type HeaderValues<H extends OwnedRow, K> = Omit<H, keyof OwnedRow | (K & keyof H)>;
/** An import gives the date of a document in the past. */
export type NewHeader<H extends OwnedRow, K> = HeaderValues<H, K> & Partial<Pick<OwnedRow, 'date_added'>>;

type LineReader<L> = (
  reader: Reader,
  account_id: number,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, readonly L[]>>;
type PageReader<L> = (
  db: Db,
  account_id: number,
  ids: readonly number[],
  areAsked: boolean,
) => Promise<{ readonly children: ReadonlyMap<number, readonly L[]>; readonly fitting: number }>;

export interface DocumentTerms<H, L, K, Shown extends object, C extends string> {
  readonly header: new () => H;
  readonly line: new () => L;
  /** The id of the document in both tables. */
  readonly key: K;
  readonly changed: FactType<Shown, Fact<Shown, C>>;
  /** The record as `get` and its facts show it. */
  readonly show: (header: H, lines: readonly L[]) => Shown;
}

/** SQL of the sort keys that not all documents have. */
type OwnSorts<Q extends ListRequest, K> = Readonly<
  Record<Exclude<NonNullable<Q['sort']>, K | 'date_added' | 'date_modified'>, string>
>;

/** One version for both; the number of statements does not depend on the number of lines. */
export class Documents<
  H extends OwnedRow,
  L extends LineRow,
  K extends string & keyof H & keyof L,
  Shown extends object,
  C extends string = PlainChange,
> {
  private readonly readLines: LineReader<L>;
  private readonly readPage: PageReader<L>;
  private readonly writeLines: Statement;

  constructor(
    private readonly db: Db,
    private readonly terms: DocumentTerms<H, L, K, Shown, C | PlainChange>,
  ) {
    const { header, line, key } = terms;
    for (const row of [header, line]) requireListed(db, row);
    const table = `${db.schema}.${entityTable(line)}`;
    const rest = `FROM ${table} line WHERE account_id = $1 AND ${key} = ANY ($2::bigint[]) ORDER BY ${key}, position`;
    const { all, page } = childrenReaders(`read_${line.name}`, rowColumns(line, 'line'), key, rest);
    this.readLines = all as unknown as LineReader<L>;
    this.readPage = page as unknown as PageReader<L>;
    this.writeLines = saveLines(line.name, table, key, columnNames(line, ['account_id', key, 'line_id']));
  }

  /** Locks the living document until the transaction ends. */
  async claim(tx: Tx, { caller, input }: Call<{ readonly [P in K]: number }>): Promise<StoredDocument<H, L>> {
    const { header: row, key } = this.terms;
    const header = await claim(tx, caller, row, { [key]: input[key] } as FindOptionsWhere<H>);
    return { header, lines: await this.findLines(tx, input[key]) };
  }

  /** Locks a living document that another record refers to; undefined if there is none. */
  async lock(tx: Tx, id: number): Promise<StoredDocument<H, L> | undefined> {
    const where = { [this.terms.key]: id, account_id: tx.account_id } as FindOptionsWhere<H>;
    const header = await tx.manager.findOne(this.terms.header, { where, lock: { mode: 'pessimistic_write' } });
    return header ? { header, lines: await this.findLines(tx, id) } : undefined;
  }

  async insert(
    tx: Tx,
    by: Author,
    values: NewHeader<H, K>,
    lines: readonly LineValues<L, K>[],
  ): Promise<StoredDocument<H, L>> {
    const { header, key } = this.terms;
    const columns = { ...values, account_id: tx.account_id } as unknown as QueryDeepPartialEntity<H>;
    const { identifiers } = await tx.manager.insert(header, columns);
    const id = Number(identifiers[0]?.[key]);
    this.save(tx, id, lines);
    return this.publish(tx, by, id, 'added');
  }

  /** Returns undefined, without an event, if nothing changes. */
  async update(
    tx: Tx,
    by: Author,
    stored: StoredDocument<H, L>,
    values: Partial<HeaderValues<H, K>>,
    lines: readonly LineValues<L, K>[],
    change: C | PlainChange = 'edited',
  ): Promise<StoredDocument<H, L> | undefined> {
    const isNew = hasNewLines(stored.lines, lines);
    if (!isNew && !isChange(stored.header, values)) return undefined;
    const id = this.idOf(stored);
    if (isNew) this.save(tx, id, lines);
    return this.change(tx, by, stored, values, change);
  }

  /** Keeps the lines. */
  remove(tx: Tx, by: Author, stored: StoredDocument<H, L>): Promise<StoredDocument<H, L>> {
    return this.change(tx, by, stored, { date_deleted: () => 'now()' }, 'deleted');
  }

  idOf({ header }: StoredDocument<H, L>): number {
    return Number(header[this.terms.key]);
  }

  /** Serves resources with filters of their own; its alias is the table's name. */
  query(call: Call<ListRequest & { readonly [P in K]?: number }>): SelectQueryBuilder<H> {
    return listQuery(this.db, this.terms.header, this.terms.key, call);
  }

  async list<Q extends ListRequest & { readonly [P in K]?: number }>(
    call: Call<Q>,
    own: OwnSorts<Q, K>,
    query: SelectQueryBuilder<H> = this.query(call),
  ): Promise<Cut & { total: number; records: (Shown & { deleted?: boolean })[] }> {
    const { caller, input } = call;
    const { key, show } = this.terms;
    const usual = [key, 'date_added', 'date_modified'].map((column) => [column, `${query.alias}.${column}`]);
    const sorts = { ...own, ...Object.fromEntries(usual) } as Sorts<Q>;
    const [rows, total, cut] = await pageOf(this.db, query, input, key, sorts);
    const ids = rows.map((row) => Number(row[key]));
    const columns = this.db.source.getMetadata(this.terms.header);
    const isOfLines = (name: string) => !columns.findColumnWithPropertyName(name);
    const areAsked = !input.fields || namesIn(input.fields).some(isOfLines);
    const { children: lines, fitting } = await this.readPage(this.db, caller.account_id, ids, areAsked);
    const shown = (row: H) => ({ ...show(row, lines.get(Number(row[key])) ?? []), ...recordMarks(input, row) });
    const isCut = fitting < ids.length;
    return { total, ...(isCut ? cutAfter(input, fitting) : cut), records: rows.slice(0, fitting).map(shown) };
  }

  private async change(
    tx: Tx,
    by: Author,
    stored: StoredDocument<H, L>,
    values: object,
    change: C | PlainChange,
  ): Promise<StoredDocument<H, L>> {
    const id = this.idOf(stored);
    const set = { ...values, version: () => 'version + 1', date_modified: modifiedNow };
    const where = { [this.terms.key]: id, account_id: tx.account_id } as FindOptionsWhere<H>;
    await tx.manager.update(this.terms.header, where, set as unknown as QueryDeepPartialEntity<H>);
    return this.publish(tx, by, id, change, stored);
  }

  private async publish(
    tx: Tx,
    by: Author,
    id: number,
    change: C | PlainChange,
    before?: StoredDocument<H, L>,
  ): Promise<StoredDocument<H, L>> {
    const { header: row, key, changed, show } = this.terms;
    const where = { [key]: id, account_id: tx.account_id } as FindOptionsWhere<H>;
    const [header, lines] = await Promise.all([
      tx.manager.findOneOrFail(row, { where, withDeleted: true }),
      this.findLines(tx, id),
    ]);
    const states = { before: before && show(before.header, before.lines), after: show(header, lines) };
    publishFact(tx, changed, {
      id,
      sequence: header.version,
      change,
      actor: 'caller' in by ? actorOf(by) : by,
      ...states,
    });
    return { header, lines };
  }

  private async findLines(tx: Tx, id: number): Promise<readonly L[]> {
    return (await this.readLines(tx, tx.account_id, [id])).get(id) ?? [];
  }

  private save(tx: Tx, id: number, lines: readonly LineValues<L, K>[]): void {
    tx.send(this.writeLines, [tx.account_id, id, JSON.stringify(withPositions(lines))]);
  }
}

const saveLines = (name: string, table: string, key: string, columns: readonly string[]): Statement =>
  statement(
    `save_${name}`,
    `WITH given AS MATERIALIZED (
       SELECT * FROM jsonb_populate_recordset(NULL::${table}, $3)
     ), removed AS (
       DELETE FROM ${table} line WHERE account_id = $1 AND ${key} = $2
         AND NOT EXISTS (SELECT FROM given WHERE given.line_id = line.line_id)
     )
     INSERT INTO ${table} (account_id, ${key}, line_id, ${columns.join(', ')})
     SELECT $1, $2, line_id, ${columns.join(', ')} FROM given
     ON CONFLICT (account_id, ${key}, line_id) DO UPDATE SET
       ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );

const withPositions = (lines: readonly object[]): object[] => lines.map((line, position) => ({ ...line, position }));

function hasNewLines(stored: readonly object[], given: readonly object[]): boolean {
  const placed = withPositions(given);
  return stored.length !== placed.length || stored.some((line, i) => isChange(line, placed[i] ?? {}));
}

export interface MatchedLine<G, L> {
  readonly given: G;
  readonly stored?: L;
  readonly line_id: number;
}

/** `continues` judges stored lines of its name; new lines get numbers behind all stored ones. */
export function matchLines<G, L extends Pick<LineRow, 'line_id'>>(
  stored: readonly L[],
  given: readonly G[],
  nameOf: (line: G | L) => string,
  continues: (stored: L, given: G) => boolean,
): MatchedLine<G, L>[] {
  const free = groupBy(stored, nameOf);
  let last = Math.max(0, ...stored.map(({ line_id }) => line_id));
  return given.map((line) => {
    const same = free.get(nameOf(line)) ?? [];
    const at = same.findIndex((each) => continues(each, line));
    const [found] = at < 0 ? [] : same.splice(at, 1);
    return { given: line, stored: found, line_id: found?.line_id ?? ++last };
  });
}
