import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** An api_secret, sealed; live until it is revoked. */
@Entity('user_secret')
@Index('user_secret_live', ['account_id', 'user_id'], { where: 'date_revoked IS NULL' })
export class UserSecretRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryGeneratedColumn({ type: 'bigint' }) user_secret_id!: number;
  @Column('bigint') user_id!: number;
  @Column('text') key_id!: string;
  @Column('text') sealed!: string;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' }) date_added!: Date;
  @Column('timestamptz', { nullable: true }) date_revoked!: Date | null;
}
