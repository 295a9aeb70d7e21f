import type { Component, ReservationStatus } from '@stockbook/contracts';
import { Refers } from '@stockbook/service';
import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { DocumentLists, DocumentRow, ItemLineRow } from '../document/document.entity.js';
import { hiddenDocument } from '../document/document-scope.js';

@Entity('reservation')
@DocumentLists('reservation', 'location_id')
@Index('reservation_order', ['account_id', 'order_id', 'item_reservation_id'], { where: 'order_id <> 0' })
@Index('reservation_expiry', ['date_expire'], {
  where: "date_expire IS NOT NULL AND status = 'active' AND date_deleted IS NULL",
})
@Refers({
  location_id: {
    to: 'location',
    refusal: 'still holds pieces for',
    counts: `status = 'active' AND EXISTS (
       SELECT FROM inventory.reservation_line line WHERE line.account_id = reservation.account_id
         AND line.item_reservation_id = reservation.item_reservation_id
         AND (held > 0 OR line.components @? '$[*] ? (@.held > 0)')
     )`,
    hidden: hiddenDocument,
    state: 'that holds pieces',
    note: 'the pieces are kept there',
  },
  order_id: { to: 'order', kept: 'its deletion releases the pieces' },
})
export class ReservationRow extends DocumentRow {
  @PrimaryGeneratedColumn({ type: 'bigint' }) item_reservation_id!: number;
  @Column('bigint') location_id!: number;
  /** 0 means that no order is named. */
  @Column({ type: 'bigint', default: 0 }) order_id!: number;
  /** Null means that it does not expire. */
  @Column({ type: 'timestamptz', nullable: true }) date_expire!: Date | null;
  /** Only an active reservation holds pieces. */
  @Column('text') status!: ReservationStatus;
}

export interface HeldPieces {
  readonly item_id: number;
  /** Counts the pieces that are held now. */
  held: number;
  /** Counts the pieces that the order has taken out of the hold. */
  taken: number;
}
export type HeldComponent = Component & HeldPieces;

export const piecesOf = (line: HeldPieces & Pick<ReservationLineRow, 'components'>): readonly HeldPieces[] =>
  line.components ?? [line];

@Entity('reservation_line')
@Index('reservation_line_item', ['account_id', 'item_id', 'item_reservation_id'])
@Refers({
  item_id: { to: 'item', kept: 'the name is a copy' },
})
export class ReservationLineRow extends ItemLineRow {
  @PrimaryColumn('bigint') item_reservation_id!: number;
  /** Counts the pieces that are held now. */
  @Column('int') held!: number;
  /** Counts the pieces that the order has taken out of the hold. */
  @Column('int') taken!: number;
  /** The components of a bundle, which are held instead of it. */
  @Column('jsonb', { nullable: true, default: null }) components!: HeldComponent[] | null;
}
