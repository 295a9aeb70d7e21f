import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A location that takes no orders: it is deleted, or being deleted. */
@Entity('closed_location')
export class ClosedLocationRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') location_id!: number;
  /** A deletion that is not published by then has failed; null means that the location is deleted. */
  @Column('timestamptz', { nullable: true }) date_expire!: Date | null;
}
