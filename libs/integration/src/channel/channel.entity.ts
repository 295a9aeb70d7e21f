import type { ChannelType } from '@stockbook/contracts';
import { ConfiguredRow } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('channel')
@Refers({
  configuration: {
    to: 'location',
    apart: 'Inventory reads it from the reference data of integration.',
    fields: ['configuration.location_id'],
  },
})
export class ChannelRow extends ConfiguredRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) channel_id!: number;
  @Column('text') type!: ChannelType;
  @Column('text') name!: string;
  /** 1 means enabled, 0 means disabled. */
  @Column('int', { default: 1 }) status!: number;
  @Column('timestamptz', { nullable: true }) date_active!: Date | null;
}
