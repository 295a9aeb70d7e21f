import { Entity, PrimaryColumn } from 'typeorm';

/** An account whose orders somebody subscribes to. */
@Entity('subscribed_account')
export class SubscribedAccountRow {
  @PrimaryColumn('int') account_id!: number;
}
