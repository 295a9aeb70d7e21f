import { OwnedRow, TextColumn } from '@stockbook/persistence';
import { Check, Column, Entity, Index } from 'typeorm';

@Entity('account')
@Index('account_domain', ['domain'], { unique: true })
@Check('account_clock_tolerance', 'clock_tolerance BETWEEN 60 AND 900')
export class AccountRow extends OwnedRow {
  /** The domain has lower case. */
  @Column('text') domain!: string;
  @TextColumn() name!: string;
  @Column('boolean', { default: true }) enabled!: boolean;
  /** A request's clock may be off by this many seconds. */
  @Column('int', { default: 300 }) clock_tolerance!: number;
}
