import { OwnedRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user')
@Index('user_email', ['account_id', 'email'], { unique: true, where: 'date_deleted IS NULL' })
@Refers({
  user_group_id: { to: 'user group', refusal: 'is still the group of', named: 'username' },
})
export class UserRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) user_id!: number;
  @Column('bigint') user_group_id!: number;
  @Column('text') username!: string;
  @TextColumn() firstname!: string;
  @TextColumn() lastname!: string;
  /** Has lower case, and is the user's api_key. */
  @Column('text') email!: string;
  @Column('jsonb', { default: {} }) preference!: Record<string, unknown>;
  @Column('boolean', { default: true }) enabled!: boolean;
  @Column('timestamptz', { nullable: true }) expires!: Date | null;
  @Column('text', { array: true, default: [] }) allowed_networks!: string[];
  @Column('timestamptz', { nullable: true }) date_active!: Date | null;
}
