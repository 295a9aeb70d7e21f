import type { Filling } from './bulk.js';

const STEP = 50_000;

/** Customers of 20 groups and with 700 names; every hundredth is deleted. */
export function customerFilling(account_id: number, count: number): Filling {
  const from = Array.from({ length: Math.ceil(count / STEP) }, (_, i) => i * STEP);
  return {
    tables: ['sales.customer'],
    steps: from.map((first) => customersSql(account_id, first + 1, Math.min(first + STEP, count))),
  };
}

const FIRST = `(ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Zoë'])[n % 7 + 1]`;

const LAST = `(ARRAY['Ander', 'Berg', 'Carl', 'Dahl', 'Eriks', 'Fors', 'Gran', 'Hall', 'Lund', 'Nord'])[n / 7 % 10 + 1]
  || (ARRAY['son', 'mann', 'ley', 'ton', 'wood', 'field', 'stein', 'qvist', 'holm', 'ström'])[n / 70 % 10 + 1]`;

const customersSql = (account_id: number, first: number, last: number): string =>
  `INSERT INTO sales.customer (account_id, customer_group_id, reward, firstname, lastname, name, company, email, email_key,
     telephone, card_number, date_added, date_modified, date_deleted)
   SELECT ${account_id}, n % 20 + 1, n % 1000, ${FIRST}, ${LAST}, ${FIRST} || ' ' || ${LAST}, 'Works ' || n % 300,
     format('Buyer%s@post%s.test', n, n % 100), format('buyer%s@post%s.test', n, n % 100),
     '+1 555 ' || lpad(n::text, 7, '0'), 'CARD-' || n, now() - make_interval(mins => n), now() - make_interval(mins => n / 2),
     CASE WHEN n % 100 = 0 THEN now() END
   FROM generate_series(${first}, ${last}) n`;
