import type { Permission } from '@stockbook/auth';
import { OwnedRow } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user_group')
@Index('user_group_name', ['account_id', 'name'], { unique: true, where: 'date_deleted IS NULL' })
@Refers({
  permission: {
    to: 'channel group',
    refusal: 'still limits',
    holds: "permission -> 'channel_groups' @> to_jsonb($2::bigint)",
    fields: ['permission.channel_groups'],
  },
})
export class UserGroupRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) user_group_id!: number;
  @Column('text') name!: string;
  @Column('jsonb') permission!: Permission;
}
