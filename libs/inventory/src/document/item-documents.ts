import type { Call, PlainChange } from '@stockbook/contracts';
import { type Db, entityTable, type ListRequest, type Tx } from '@stockbook/persistence';
import { Documents, type DocumentTerms, type StoredDocument } from '@stockbook/service';
import type { SelectQueryBuilder } from 'typeorm';
import type { DocumentRow, ItemLineRow } from './document.entity.js';
import { type DocumentTable, refuseHidden, withVisibleItems } from './document-scope.js';

/** Documents that a user sees who sees the items of all their lines. */
export class ItemDocuments<
  H extends DocumentRow,
  L extends ItemLineRow,
  K extends string & keyof H & keyof L,
  Shown extends object,
  C extends string = PlainChange,
> extends Documents<H, L, K, Shown, C> {
  private readonly table: DocumentTable;

  constructor(db: Db, terms: DocumentTerms<H, L, K, Shown, C | PlainChange>) {
    super(db, terms);
    this.table = { table: entityTable(terms.header), key: terms.key };
  }

  override async claim(tx: Tx, call: Call<{ readonly [P in K]: number }>): Promise<StoredDocument<H, L>> {
    const stored = await super.claim(tx, call);
    await refuseHidden(tx, call.caller, this.table, this.idOf(stored));
    return stored;
  }

  override query(call: Call<ListRequest & { readonly [P in K]?: number }>): SelectQueryBuilder<H> {
    return withVisibleItems(call.caller, this.table, super.query(call));
  }
}
