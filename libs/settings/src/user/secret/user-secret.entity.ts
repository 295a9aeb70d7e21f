import type { SecretKind } from '@stockbook/contracts';
import { TextColumn } from '@stockbook/persistence';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An api_secret, or the secret of a session or a one-time link, sealed; live until it is revoked or expires. */
@Entity('user_secret')
@Index('user_secret_live', ['account_id', 'user_id'], { where: 'date_revoked IS NULL' })
export class UserSecretRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) user_secret_id!: number;
  @Column('bigint') user_id!: number;
  @Column('text', { default: 'secret' }) kind!: SecretKind;
  /** The device of a session. */
  @TextColumn() name!: string;
  @Column('text') key_id!: string;
  @Column('text') sealed!: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' }) date_added!: Date;
  /** The latest request of a session. */
  @Column('timestamptz', { nullable: true }) date_active!: Date | null;
  @Column('timestamptz', { nullable: true }) expires!: Date | null;
  @Column('text', { nullable: true }) pin_hash!: string | null;
  /** Counts the tries since the PIN was right. */
  @Column('int', { default: 0 }) pin_tries!: number;
  /** A locked session signs nothing but its unlocking. */
  @Column('boolean', { default: false }) locked!: boolean;
  @Column('timestamptz', { nullable: true }) date_revoked!: Date | null;
}
