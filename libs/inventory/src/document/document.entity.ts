import { LineRow, MoneyColumn, OwnedRow, RateColumn, TextColumn } from '@stockbook/persistence';
import { Column, Index } from 'typeorm';

/** Names the indexes that a document's lists have beside its dates; the migration has their columns. */
export const DocumentLists =
  (table: string, ...columns: readonly string[]): ClassDecorator =>
  (row) => {
    for (const column of ['date_added', 'date_modified', ...columns])
      Index(`${table}_${column}`, { synchronize: false })(row);
  };

/** The header of a document, with the user who added it. */
export abstract class DocumentRow extends OwnedRow {
  @Column('bigint') user_id!: number;
  @Column('text') username!: string;
  @TextColumn() comment!: string;
}

/** The header of a document whose costs are in a currency of its own. */
export abstract class PricedDocumentRow extends DocumentRow {
  /** An empty text stands for the base currency. */
  @TextColumn() currency!: string;
  @RateColumn() currency_value!: number;
}

export abstract class ItemLineRow extends LineRow {
  @Column('bigint') item_id!: number;
  @Column('text') name!: string;
  @Column('int') quantity!: number;
}

export abstract class CostedLineRow extends ItemLineRow {
  @Column('bigint') location_id!: number;
  /** The cost is for one piece, in the currency of the document. */
  @MoneyColumn() cost!: number;
  /** False if the cost is the one that the stock had when the line was added. */
  @Column('boolean') cost_given!: boolean;
}
