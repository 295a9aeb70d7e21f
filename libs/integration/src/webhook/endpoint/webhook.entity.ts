import type { SealedSecret, Webhook, WebhookKind, WebhookStatus } from '@stockbook/contracts';
import { OwnedRow, TextColumn } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A secret that signs until `expires_at`; the newest one has no end. */
export interface StoredSecret extends SealedSecret {
  readonly expires_at?: string;
}

@Entity('webhook')
@Refers({
  filter_channel_id: { to: 'channel', kept: 'nothing matches it any more' },
  filter_order_status_id: { to: 'order status', kept: 'nothing matches it any more' },
  channel_group_ids: { to: 'channel group', kept: 'nothing matches it any more' },
})
export class WebhookRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) webhook_id!: number;
  @TextColumn({ default: 'push' }) kind!: WebhookKind;
  /** A pull subscription has an empty url. */
  @Column('text') url!: string;
  @TextColumn() description!: string;
  @Column('text', { array: true }) events!: string[];
  @TextColumn({ default: 'full' }) payload!: Webhook['payload'];
  /** Holds sealed values by the name of the header. */
  @Column('json', { default: {} }) headers!: Record<string, SealedSecret>;
  @Column('bigint', { array: true, default: [] }) filter_channel_id!: number[];
  @Column('bigint', { array: true, default: [] }) filter_order_status_id!: number[];
  @Column('int', { default: 0 }) throttle_per_second!: number;
  @Column('boolean', { default: true }) ordered!: boolean;
  @Column('boolean', { default: false }) view_cost!: boolean;
  /** Null stands for all channel groups. */
  @Column('bigint', { array: true, nullable: true }) channel_group_ids!: number[] | null;
  @TextColumn({ default: 'enabled' }) status!: WebhookStatus;
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  @TextColumn() disabled_reason!: string;
  /** Holds at most two, the newest first. */
  @Column('json') secrets!: StoredSecret[];
  @Column('text') secret_hint!: string;
}
