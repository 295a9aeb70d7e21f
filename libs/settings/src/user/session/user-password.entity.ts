import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts tries since the last success or the start of the current quarter of an hour. */
@Entity('user_password')
export class UserPasswordRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') user_id!: number;
  @Column('text') hash!: string;
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { default: () => 'now()' }) tries_since!: Date;
}
