import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account whose orders somebody subscribes to. */
@Entity('subscribed_account')
export class SubscribedAccountRow {
  @PrimaryColumn('int') account_id!: number;
  @Column('boolean') is_subscribed!: boolean;
  @Column('bigint') version!: number;
}
