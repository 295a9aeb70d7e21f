import { type Filling, inSteps } from './bulk.js';

const CUSTOMER_STEP = 50_000;
const ORDER_STEP = 10_000;

const FIRST = `(ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Zoë'])[n % 7 + 1]`;
const LAST = `(ARRAY['Ander', 'Berg', 'Carl', 'Dahl', 'Eriks', 'Fors', 'Gran', 'Hall', 'Lund', 'Nord'])[n / 7 % 10 + 1]
  || (ARRAY['son', 'mann', 'ley', 'ton', 'wood', 'field', 'stein', 'qvist', 'holm', 'ström'])[n / 70 % 10 + 1]`;

export const customerFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.customer'],
  steps: inSteps(count, CUSTOMER_STEP, (first, last) => customersSql(account_id, first, last)),
});

const customersSql = (account_id: number, first: number, last: number): string =>
  `INSERT INTO sales.customer (account_id, customer_group_id, reward, firstname, lastname, name, company, email,
     email_key, telephone, card_number, date_added, date_modified, date_deleted)
   SELECT ${account_id}, n % 20 + 1, n % 1000, ${FIRST}, ${LAST}, ${FIRST} || ' ' || ${LAST}, 'Works ' || n % 300,
     format('Buyer%s@post%s.test', n, n % 100), format('buyer%s@post%s.test', n, n % 100),
     '+1 555 ' || lpad(n::text, 7, '0'), 'CARD-' || n, now() - make_interval(mins => n),
     now() - make_interval(mins => n / 2), CASE WHEN n % 100 = 0 THEN now() END
   FROM generate_series(${first}, ${last}) n`;

/** One order a minute with one to three lines; every hundredth is deleted. */
export const orderFilling = (account_id: number, count: number): Filling => ({
  tables: ['sales.sale_order', 'sales.sale_order_state', 'sales.sale_order_product'],
  steps: inSteps(count, ORDER_STEP, (first, last) => ordersSql(account_id, first, last)),
});

const ORDER_FIRST = `(ARRAY['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Katherine'])[n % 7 + 1]`;

const ordersSql = (account_id: number, first: number, last: number): string =>
  `WITH placed AS (
      INSERT INTO sales.sale_order (account_id, location_id, channel_id, payment_method_id, customer_id,
        order_status_id, imported_order_id, channel, payment_method, order_status, currency, firstname, lastname, name,
        email, telephone, address_1, city, postcode, country, shipping_method, shipping_tracking, deducts, deducted,
        quantity, total, cost, weight, shipping_date, date_ordered, date_added, date_modified, date_deleted, totals)
      SELECT ${account_id}, 1, n % 3 + 1, n % 4 + 1, n % 50000 + 1, n % 5 + 1,
        'IMP-' || n, 'Counter ' || n % 3, 'Method ' || n % 4,
        'Status ' || n % 5, 'USD', ${ORDER_FIRST}, 'Buyer' || n,
        ${ORDER_FIRST} || ' Buyer' || n, format('buyer%s@post%s.test', n, n % 100),
        '+1 555 ' || lpad((n % 10000000)::text, 7, '0'), n || ' Long Street',
        'Town ' || n % 500, lpad((n % 90000)::text, 5, '0'), 'US',
        'Carrier ' || n % 4, 'TRACK-' || n, n % 2 = 0, n % 2 = 0, (n % 3 + 1) * 2, 10 + n % 500, 5 + n % 200, 1.5,
        CASE WHEN n % 3 = 0 THEN now() - make_interval(mins => n) END, now() - make_interval(mins => n),
        now() - make_interval(mins => n), now() - make_interval(mins => n / 2), CASE WHEN n % 100 = 0 THEN now() END,
        '[{"name": "Shipping", "code": "shipping", "price": 5, "sort_order": 1}]'
      FROM generate_series(${first}, ${last}) n RETURNING order_id, quantity, deducted
    )
    INSERT INTO sales.sale_order_product (account_id, order_id, position, item_id, name, model,
      sku, quantity, price, total, weight, cost, taken)
    SELECT ${account_id}, order_id, position, order_id % 1000 + 1, 'Ware ' || order_id, 'MODEL-' || order_id,
      'SKU-' || order_id, 2, 10, 20, 0.5, 2.5, CASE WHEN deducted THEN 2 ELSE 0 END
    FROM placed, generate_series(0, quantity / 2 - 1) AS position`;
