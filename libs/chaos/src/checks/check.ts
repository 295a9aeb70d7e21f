import type { RunSql } from '../system/run-sql.js';

/**
 * Rows of what the clients and the poison planter know, by name. A statement reads those of the name `orders` by
 * `json_to_recordset($orders)`. Every load has `accounts`, `orders`, `acknowledged`, `subscriptions` and `planted`,
 * which has events that nobody published and no consumer can apply. The version of an order, or whether it deducts, is
 * null where either is right.
 */
export type Evidence = Readonly<Record<string, readonly object[]>>;

/** Statements by the violation that each of their rows means. */
export type Checks = Readonly<Record<string, string>>;

/** Runs a statement on the database and on the evidence that it names; throws when there is none of a name. */
export function runOn<R extends object>(run: RunSql, sql: string, evidence: Evidence): Promise<R[]> {
  const names = [...new Set(sql.match(/(?<=\$)[a-z]+/g))];
  const values = names.map((name) => {
    if (!evidence[name]) throw new Error(`There is no evidence of the name ${name}.`);
    return JSON.stringify(evidence[name]);
  });
  return run(
    sql.replace(/\$([a-z]+)/g, (_, name: string) => `$${names.indexOf(name) + 1}`),
    values,
  );
}

/** In SQL, the ids of the load's accounts: the demo account has records, too. */
export const ACCOUNTS = '(SELECT account_id FROM json_to_recordset($accounts) AS account (account_id int))';

export const BELOW_ZERO = `(SELECT account_id
  FROM json_to_recordset($accounts) AS account (account_id int, allow_negative_stock boolean)
  WHERE allow_negative_stock)`;

/** A bundle's line has the items of its components. */
export const lineParts = (own: string, number: string): string =>
  `(SELECT line.item_id, (${own})::bigint AS ${number} WHERE line.components IS NULL
    UNION ALL SELECT (part ->> 'item_id')::bigint, (part ->> '${number}')::bigint
    FROM jsonb_array_elements(line.components) part)`;
