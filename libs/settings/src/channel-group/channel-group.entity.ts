import { OwnedRow } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channel_group')
@Refers({
  channels: { to: 'channel', refusal: 'is still in' },
})
export class ChannelGroupRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) channel_group_id!: number;
  @Column('text') name!: string;
  /** Holds the ids of channels. */
  @Column('bigint', { array: true, default: [] }) channels!: number[];
}
