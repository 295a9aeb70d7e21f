import { Brand, brand, brandChanged, type CallOf } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { References } from '../references.js';
import { text } from '../text.js';
import { BrandRow } from './brand.entity.js';

@Controller()
export class BrandHandlers {
  private readonly brands: PlainRecords<BrandRow, 'brand_id', Brand>;

  constructor(db: Db, references: References) {
    this.brands = new PlainRecords(db, BrandRow, 'brand_id', brandChanged, showAs(Brand), references);
  }

  @Handles(brand.add)
  add(call: CallOf<typeof brand.add>) {
    return this.brands.add(call);
  }

  @Handles(brand.edit)
  edit(call: CallOf<typeof brand.edit>) {
    return this.brands.edit(call);
  }

  @Handles(brand.delete)
  delete(call: CallOf<typeof brand.delete>) {
    return this.brands.delete(call);
  }

  @Handles(brand.get)
  async get(call: CallOf<typeof brand.get>) {
    const sorts = {
      name: text.sortedName('brand.name'),
      date_modified: 'brand.date_modified',
    };
    const { records, ...page } = await this.brands.list(call, sorts);
    return { ...page, brands: records };
  }
}
