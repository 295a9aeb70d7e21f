import { fact } from '../facts.js';
import { ANY_COUNT, Id, Int, OneOf } from '../fields/fields.js';

/** `warning` and `danger` are at or below the thresholds; with `out` nothing can be sold. */
export const STOCK_STATES = ['ok', 'warning', 'danger', 'out'] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** The stock of an item at a location, with the thresholds that apply there. */
export class StockLevel {
  @Id() item_id!: number;
  @Id() location_id!: number;
  @Int({ ...ANY_COUNT, doc: 'The quantity on hand less the reserved one.' }) quantity!: number;
  @Int(ANY_COUNT) on_hand!: number;
  @Int({ min: 0 }) reserved!: number;
  @Int() stock_warning!: number;
  @Int() stock_danger!: number;
  @OneOf(STOCK_STATES) stock_state!: StockState;
}

/** The thresholds that a quantity crosses; `out` counts as danger. */
const ALERTS = ['ok', 'warning', 'danger'] as const;
/** Quantities have changed. The change is published only where somebody subscribes. */
export const STOCK_CHANGED = 'changed';

const CHANGES = [...ALERTS, STOCK_CHANGED, 'edited'] as const;
export type StockChange = (typeof CHANGES)[number];
/** A quantity has changed or crossed a threshold, or `editStock` has set it. */
export const stockStateChanged = fact('inventory.stock', StockLevel, CHANGES);
