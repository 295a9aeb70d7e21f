import { CONFIGURATION_COLUMNS, RECORD_COLUMNS } from '@stockbook/persistence';
import { kernelTables } from '@stockbook/service';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates accounts, their users and settings. */
export class Initial1764000000000 implements MigrationInterface {
  readonly name = 'Initial1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...kernelTables('settings'), ...TABLES]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The first migration is undone by dropping the schema.');
  }
}

const TABLES = [
  'CREATE SEQUENCE settings.account_id AS int',
  `CREATE TABLE settings.account (
     ${RECORD_COLUMNS},
     domain text NOT NULL,
     name text NOT NULL DEFAULT '',
     enabled boolean NOT NULL DEFAULT true,
     clock_tolerance int NOT NULL DEFAULT 300,
     PRIMARY KEY (account_id),
     CONSTRAINT account_clock_tolerance CHECK (clock_tolerance BETWEEN 60 AND 900)
   )`,
  'CREATE UNIQUE INDEX account_domain ON settings.account (domain)',
  `CREATE TABLE settings.company (
     ${RECORD_COLUMNS},
     name text NOT NULL,
     address text NOT NULL DEFAULT '',
     telephone text NOT NULL DEFAULT '',
     email text NOT NULL DEFAULT '',
     registration_no text NOT NULL DEFAULT '',
     tax_no text NOT NULL DEFAULT '',
     currency text NOT NULL,
     timezone text NOT NULL DEFAULT 'UTC',
     language text NOT NULL DEFAULT 'en',
     logo text NOT NULL DEFAULT '',
     inventory_integrity boolean NOT NULL DEFAULT false,
     allow_negative_stock boolean NOT NULL DEFAULT false,
     default_order_status_id bigint NOT NULL DEFAULT 0,
     default_location_id bigint NOT NULL DEFAULT 0,
     audit_days int NOT NULL DEFAULT 180,
     PRIMARY KEY (account_id)
   )`,
  `CREATE TABLE settings.audit (
     account_id int NOT NULL,
     audit_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
     date_added timestamptz NOT NULL,
     user_id bigint NOT NULL,
     username text NOT NULL,
     operation text COLLATE "C" NOT NULL,
     resource text COLLATE "C" NOT NULL,
     record_id bigint NOT NULL,
     change text NOT NULL,
     previous json NOT NULL,
     address text NOT NULL,
     request_id text NOT NULL,
     PRIMARY KEY (account_id, audit_id)
   )`,
  'CREATE INDEX audit_user ON settings.audit (account_id, user_id, audit_id)',
  'CREATE INDEX audit_operation ON settings.audit (account_id, operation, audit_id)',
  'CREATE INDEX audit_record ON settings.audit (account_id, resource, record_id, audit_id)',
  'CREATE INDEX audit_date_added ON settings.audit (account_id, date_added, audit_id)',
  `CREATE TABLE settings.currency (
     ${RECORD_COLUMNS},
     currency_id bigserial NOT NULL,
     code text NOT NULL,
     symbol_left text NOT NULL DEFAULT '',
     symbol_right text NOT NULL DEFAULT '',
     decimal_place int NOT NULL DEFAULT 2,
     value numeric(15,8) NOT NULL DEFAULT 1,
     PRIMARY KEY (account_id, currency_id),
     CONSTRAINT currency_value CHECK (value > 0)
   )`,
  'CREATE UNIQUE INDEX currency_code ON settings.currency (account_id, code) WHERE date_deleted IS NULL',
  `CREATE TABLE settings.language (
     ${RECORD_COLUMNS},
     language_id bigserial NOT NULL,
     name text NOT NULL,
     code text NOT NULL,
     locale text NOT NULL DEFAULT '',
     sort_order int NOT NULL DEFAULT 0,
     status boolean NOT NULL DEFAULT true,
     PRIMARY KEY (account_id, language_id)
   )`,
  'CREATE UNIQUE INDEX language_code ON settings.language (account_id, code) WHERE date_deleted IS NULL',
  `CREATE TABLE settings.user_group (
     ${RECORD_COLUMNS},
     user_group_id bigserial NOT NULL,
     name text NOT NULL,
     permission jsonb NOT NULL,
     PRIMARY KEY (account_id, user_group_id)
   )`,
  'CREATE UNIQUE INDEX user_group_name ON settings.user_group (account_id, name) WHERE date_deleted IS NULL',
  `CREATE TABLE settings."user" (
     ${RECORD_COLUMNS},
     user_id bigserial NOT NULL,
     user_group_id bigint NOT NULL,
     username text NOT NULL,
     firstname text NOT NULL DEFAULT '',
     lastname text NOT NULL DEFAULT '',
     email text NOT NULL,
     preference jsonb NOT NULL DEFAULT '{}',
     enabled boolean NOT NULL DEFAULT true,
     expires timestamptz,
     allowed_networks text[] NOT NULL DEFAULT '{}',
     date_active timestamptz,
     PRIMARY KEY (account_id, user_id)
   )`,
  'CREATE UNIQUE INDEX user_email ON settings."user" (account_id, email) WHERE date_deleted IS NULL',
  `CREATE TABLE settings.user_secret (
     account_id int NOT NULL,
     user_secret_id bigserial NOT NULL,
     user_id bigint NOT NULL,
     kind text NOT NULL DEFAULT 'secret',
     name text NOT NULL DEFAULT '',
     key_id text NOT NULL,
     sealed text NOT NULL,
     date_added timestamptz NOT NULL DEFAULT now(),
     date_active timestamptz,
     expires timestamptz,
     pin_hash text,
     pin_tries int NOT NULL DEFAULT 0,
     locked boolean NOT NULL DEFAULT false,
     date_revoked timestamptz,
     PRIMARY KEY (account_id, user_secret_id)
   )`,
  'CREATE INDEX user_secret_live ON settings.user_secret (account_id, user_id) WHERE date_revoked IS NULL',
  `CREATE TABLE settings.user_password (
     account_id int NOT NULL,
     user_id bigint NOT NULL,
     hash text NOT NULL,
     tries int NOT NULL DEFAULT 0,
     tries_since timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (account_id, user_id)
   )`,
  `CREATE TABLE settings.user_passkey (
     account_id int NOT NULL,
     user_id bigint NOT NULL,
     credential_id text NOT NULL,
     public_key text NOT NULL,
     counter bigint NOT NULL,
     challenged bigint NOT NULL,
     PRIMARY KEY (account_id, user_id, credential_id)
   )`,
  `CREATE TABLE settings.user_salesman (
     ${RECORD_COLUMNS},
     user_salesman_id bigserial NOT NULL,
     user_id bigint NOT NULL,
     code text NOT NULL,
     PRIMARY KEY (account_id, user_salesman_id)
   )`,
  'CREATE UNIQUE INDEX user_salesman_code ON settings.user_salesman (account_id, code) WHERE date_deleted IS NULL',
  `CREATE TABLE settings.channel_group (
     ${RECORD_COLUMNS},
     channel_group_id bigserial NOT NULL,
     name text NOT NULL,
     channels bigint[] NOT NULL DEFAULT '{}',
     PRIMARY KEY (account_id, channel_group_id)
   )`,
  `CREATE TABLE settings.order_status (
     ${RECORD_COLUMNS},
     order_status_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     deduct boolean NOT NULL DEFAULT false,
     lock boolean NOT NULL DEFAULT false,
     void boolean NOT NULL DEFAULT false,
     PRIMARY KEY (account_id, order_status_id)
   )`,
  `CREATE TABLE settings.credit_note_status (
     ${RECORD_COLUMNS},
     credit_note_status_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     restock boolean NOT NULL DEFAULT false,
     PRIMARY KEY (account_id, credit_note_status_id)
   )`,
  `CREATE TABLE settings.payment_method (
     ${RECORD_COLUMNS},
     payment_method_id bigserial NOT NULL,
     channel_group_id bigint NOT NULL DEFAULT 0,
     name text NOT NULL,
     order_status_id bigint NOT NULL DEFAULT 0,
     credit_note_status_id bigint NOT NULL DEFAULT 0,
     ${CONFIGURATION_COLUMNS},
     sort_order int NOT NULL DEFAULT 0,
     PRIMARY KEY (account_id, payment_method_id)
   )`,
];
