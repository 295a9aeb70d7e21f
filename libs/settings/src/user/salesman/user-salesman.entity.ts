import { OwnedRow } from '@stockbook/persistence';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user_salesman')
@Index('user_salesman_code', ['account_id', 'code'], { unique: true, where: 'date_deleted IS NULL' })
@Refers({
  user_id: { to: 'user', refusal: 'is still the user of', named: 'code' },
})
export class UserSalesmanRow extends OwnedRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) user_salesman_id!: number;
  @Column('bigint') user_id!: number;
  @Column('text') code!: string;
}
