import { statementTime } from '@stockbook/persistence';

export const PAYOUTS = [
  `CREATE TABLE sales.channel_payout (
     account_id int NOT NULL,
     channel_payout_id bigserial NOT NULL,
     channel_id bigint NOT NULL DEFAULT 0,
     order_id bigint NOT NULL DEFAULT 0,
     user_id bigint NOT NULL DEFAULT 0,
     reference text NOT NULL DEFAULT '',
     imported_order_id text NOT NULL DEFAULT '',
     name text NOT NULL DEFAULT '',
     currency text NOT NULL DEFAULT '',
     username text NOT NULL DEFAULT '',
     amount numeric(15,4) NOT NULL DEFAULT 0,
     date timestamptz NOT NULL,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, channel_payout_id)
   )`,
  'CREATE UNIQUE INDEX channel_payout_reference ON sales.channel_payout (account_id, channel_id, reference)',
  'CREATE INDEX channel_payout_by_date ON sales.channel_payout (account_id, channel_id, date, channel_payout_id)',
];
