import { ConfiguredRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('profile')
@Index('profile_channel', ['account_id', 'channel_id'])
@Refers({
  channel_id: { to: 'channel', refusal: 'still has' },
})
export class ProfileRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) profile_id!: number;
  @Column('bigint') channel_id!: number;
  @Column('text') name!: string;
  @TextColumn() type!: string;
}
