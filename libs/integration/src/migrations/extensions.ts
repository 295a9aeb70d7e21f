import { CONFIGURATION_COLUMNS, RECORD_COLUMNS, statementTime } from '@stockbook/persistence';

export const EXTENSIONS = [
  `CREATE TABLE integration.tax (
     ${RECORD_COLUMNS},
     tax_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     code text NOT NULL DEFAULT '',
     type text NOT NULL,
     rate numeric(15,4) NOT NULL DEFAULT 0,
     inclusive boolean NOT NULL DEFAULT false,
     status boolean NOT NULL DEFAULT true,
     sort_order int NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, tax_id)
   )`,
  `CREATE TABLE integration.invoice_template (
     ${RECORD_COLUMNS},
     invoice_template_id bigserial NOT NULL,
     name text NOT NULL,
     template text NOT NULL DEFAULT '',
     status boolean NOT NULL DEFAULT true,
     ${CONFIGURATION_COLUMNS},
     PRIMARY KEY (account_id, invoice_template_id)
   )`,
  `CREATE TABLE integration.invoice_series (
     account_id int NOT NULL,
     series text NOT NULL,
     last_no bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, series)
   )`,
  `CREATE TABLE integration.invoice_number (
     account_id int NOT NULL,
     kind text NOT NULL,
     document_id bigint NOT NULL,
     series text NOT NULL,
     invoice_no bigint NOT NULL,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     PRIMARY KEY (account_id, kind, document_id)
   )`,
  `CREATE UNIQUE INDEX invoice_number_series ON integration.invoice_number (account_id, series, invoice_no)`,
  `CREATE TABLE integration.announcement (
     ${RECORD_COLUMNS},
     announcement_id bigserial NOT NULL,
     user_id bigint NOT NULL,
     username text NOT NULL,
     title text NOT NULL,
     short_description text NOT NULL DEFAULT '',
     description text NOT NULL DEFAULT '',
     popup boolean NOT NULL DEFAULT false,
     PRIMARY KEY (account_id, announcement_id)
   )`,
  `CREATE TABLE integration.profile (
     ${RECORD_COLUMNS},
     profile_id bigserial NOT NULL,
     channel_id bigint NOT NULL,
     name text NOT NULL,
     type text NOT NULL DEFAULT '',
     ${CONFIGURATION_COLUMNS},
     PRIMARY KEY (account_id, profile_id)
   )`,
  `CREATE INDEX profile_channel ON integration.profile (account_id, channel_id)`,
  `CREATE TABLE integration.extension (
     ${RECORD_COLUMNS},
     extension_id bigserial NOT NULL,
     type text NOT NULL,
     code text NOT NULL DEFAULT '',
     name text NOT NULL,
     version_text text NOT NULL DEFAULT '',
     status boolean NOT NULL DEFAULT true,
     ${CONFIGURATION_COLUMNS},
     PRIMARY KEY (account_id, extension_id)
   )`,
];
