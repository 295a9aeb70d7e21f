import { ConfiguredRow, TextColumn } from '@stockbook/persistence';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('profile')
@Index('profile_channel', ['account_id', 'channel_id'])
export class ProfileRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) profile_id!: number;
  @Column('bigint') channel_id!: number;
  @Column('text') name!: string;
  @TextColumn() type!: string;
}
