import { type CallOf, Supplier, supplier, supplierChanged } from '@stockbook/contracts';
import { Db, searched } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { References } from '../references.js';
import { text } from '../text.js';
import { SupplierRow } from './supplier.entity.js';

const SEARCHED = ['name', 'firstname', 'lastname', 'email', 'telephone'];

@Controller()
export class SupplierHandlers {
  private readonly suppliers: PlainRecords<SupplierRow, 'supplier_id', Supplier>;

  constructor(db: Db, references: References) {
    this.suppliers = new PlainRecords(db, SupplierRow, 'supplier_id', supplierChanged, showAs(Supplier), references);
  }

  @Handles(supplier.add)
  add(call: CallOf<typeof supplier.add>) {
    return this.suppliers.add(call);
  }

  @Handles(supplier.edit)
  edit(call: CallOf<typeof supplier.edit>) {
    return this.suppliers.edit(call);
  }

  @Handles(supplier.delete)
  delete(call: CallOf<typeof supplier.delete>) {
    return this.suppliers.delete(call);
  }

  @Handles(supplier.get)
  async get(call: CallOf<typeof supplier.get>) {
    const sorts = {
      name: text.sortedName('supplier.name'),
      date_added: 'supplier.date_added',
      date_modified: 'supplier.date_modified',
    };
    const query = searched(this.suppliers.query(call), text, SEARCHED, call.input.search);
    const { records, ...page } = await this.suppliers.list(call, sorts, query);
    return { ...page, suppliers: records };
  }
}
