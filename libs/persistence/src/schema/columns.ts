import type { SealedSecret } from '@stockbook/contracts';
import {
  Column,
  type ColumnOptions,
  CreateDateColumn,
  DeleteDateColumn,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';

/** Clients poll by these dates; `now()` would be older than the transaction's waits for locks. */
export const statementTime = (): string => 'statement_timestamp()';

/** A row of one account. The account is the first column of the key and of every index. */
export abstract class OwnedRow {
  @PrimaryColumn('int') account_id!: number;
  /** Counts the record's changes; the sequence of its events. */
  @Column({ type: 'bigint', default: 1 }) version!: number;
  @CreateDateColumn({ type: 'timestamptz', default: statementTime }) date_added!: Date;
  @UpdateDateColumn({ type: 'timestamptz', default: statementTime }) date_modified!: Date;
  @DeleteDateColumn({ type: 'timestamptz' }) date_deleted!: Date | null;
}

export const RECORD_COLUMNS = `account_id int NOT NULL,
     version bigint NOT NULL DEFAULT 1,
     date_added timestamptz NOT NULL DEFAULT ${statementTime()},
     date_modified timestamptz NOT NULL DEFAULT ${statementTime()},
     date_deleted timestamptz`;

/** A record with a configuration that may hold secrets. */
export abstract class ConfiguredRow extends OwnedRow {
  /** The configuration as it is shown: masks stand for secrets. */
  @Column('jsonb', { default: {} }) configuration!: Record<string, unknown>;
  /** The whole configuration as JSON, sealed; null means that all of it is shown. */
  @Column('json', { nullable: true }) sealed_configuration!: SealedSecret | null;
}

export const CONFIGURATION_COLUMNS = `configuration jsonb NOT NULL DEFAULT '{}',
     sealed_configuration json`;

export abstract class LineRow {
  @PrimaryColumn('int') account_id!: number;
  /** Counts the document's lines; an edited line keeps it. */
  @PrimaryColumn('bigint') line_id!: number;
  /** Positions begin at 0. */
  @Column('int') position!: number;
}

/** Returns the columns of `LineRow`; `key` is the id of the document. */
export const lineColumns = (key: string): string => `account_id int NOT NULL,
     ${key} bigint NOT NULL,
     line_id bigint NOT NULL,
     position int NOT NULL,
     PRIMARY KEY (account_id, ${key}, line_id)`;

/** NUMERIC arrives as text; 15 digits fit a number exactly. */
const asNumber = { from: (text: string) => Number(text), to: (value: number) => value };

export const MoneyColumn = (options?: ColumnOptions): PropertyDecorator =>
  Column({ type: 'numeric', precision: 15, scale: 4, default: 0, transformer: asNumber, ...options });

export const RateColumn = (options?: ColumnOptions): PropertyDecorator =>
  Column({ type: 'numeric', precision: 15, scale: 8, default: 1, transformer: asNumber, ...options });

export const TextColumn = (options?: ColumnOptions): PropertyDecorator =>
  Column({ type: 'text', default: '', ...options });

/** Declares the id of a record, 0 for none. */
export const IdColumn = (options?: ColumnOptions): PropertyDecorator =>
  Column({ type: 'bigint', default: 0, ...options });
