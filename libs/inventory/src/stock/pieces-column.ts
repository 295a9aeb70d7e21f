import { Column, type ColumnOptions } from 'typeorm';

/** PostgreSQL's bigint arrives as text; no count of pieces is beyond what a number holds. */
const asNumber = { from: (text: string) => Number(text), to: (value: number) => value };

/** A count of pieces that may pass 2,147,483,647: what orders give back is never refused. */
export const PiecesColumn = (options?: ColumnOptions): PropertyDecorator =>
  Column({ type: 'bigint', transformer: asNumber, ...options });
