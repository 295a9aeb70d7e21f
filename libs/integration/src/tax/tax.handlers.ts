import {
  type CallOf,
  channelGroupTaxes,
  type Fault,
  noReference,
  Refused,
  shownDate,
  tax,
  type Tax,
  taxChanged,
  type TaxCalculated,
} from '@stockbook/contracts';
import { applyTaxes, type Taxation } from '@stockbook/promotions';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords, kindsReferringTo } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseLargeAmounts } from '../cart-amounts.js';
import { Settings } from '../settings.js';
import { text } from '../text.js';
import { TaxRow } from './tax.entity.js';

type Cart = CallOf<typeof tax.calculate>['input'];

@Controller()
export class TaxHandlers {
  private readonly taxes: PlainRecords<TaxRow, 'tax_id', Tax>;

  constructor(
    private readonly db: Db,
    private readonly settings: Settings,
  ) {
    this.taxes = new PlainRecords(db, TaxRow, 'tax_id', taxChanged, toTax, settings);
  }

  @Handles(tax.add)
  add(call: CallOf<typeof tax.add>) {
    return this.taxes.add(call);
  }

  @Handles(tax.edit)
  edit(call: CallOf<typeof tax.edit>) {
    return this.taxes.edit(call);
  }

  @Handles(tax.delete)
  delete(call: CallOf<typeof tax.delete>) {
    return this.taxes.delete(call);
  }

  @Handles(tax.get)
  async get(call: CallOf<typeof tax.get>) {
    const { filter_status: status } = call.input;
    const query = this.taxes.query(call);
    if (status !== undefined) query.andWhere('tax.status = :status', { status });
    const sorts = { name: text.sortedName('tax.name'), rate: 'tax.rate', date_modified: 'tax.date_modified' };
    const { records, ...page } = await this.taxes.list(call, sorts, query);
    return { ...page, taxes: records };
  }

  @Handles(tax.calculate)
  async calculate(call: CallOf<typeof tax.calculate>): Promise<TaxCalculated> {
    const { caller, input } = call;
    const [money, taxes] = await Promise.all([
      this.settings.moneyOf(caller.account_id, input),
      this.db.read(TaxRow, 'tax', caller).getMany(),
    ]);
    Refused.ifAny(taxFaults(input, taxes));
    const { products, totals, tax_ids, rounding = 'line' } = input;
    const { total, ...posted } = applyTaxes({ ...money, products, totals: totals ?? [], tax_ids, rounding }, taxes);
    const lines = [posted, ...posted.products].flatMap((each) => each.totals);
    refuseLargeAmounts([total, ...lines.map(({ price }) => price)]);
    return { products: posted.products.map(toTaxedProduct), totals: [...posted.totals], total };
  }

  @Handles(channelGroupTaxes.get)
  async inGroup({ caller, input }: CallOf<typeof channelGroupTaxes.get>) {
    return { kinds: await kindsReferringTo(this.db, caller, 'channel group', input.channel_group_id) };
  }
}

/** Returns faults for taxes that the cart names and the account does not have, or has disabled. */
function taxFaults({ tax_ids = [], products, totals = [] }: Cart, taxes: readonly TaxRow[]): Fault[] {
  const lists: [string, readonly number[]][] = [
    ['tax_ids', tax_ids],
    ...products.map((product, i): [string, number[]] => [`products[${i}].tax_ids`, product.tax_ids ?? []]),
    ...totals.map((total, i): [string, number[]] => [`totals[${i}].tax_ids`, total.tax_ids ?? []]),
  ];
  const enabled = new Map(taxes.map(({ tax_id, status }) => [tax_id, status]));
  return lists.flatMap(([path, ids]) =>
    [...ids.entries()].flatMap(([i, id]) => {
      const field = `${path}[${i}]`;
      if (!enabled.has(id)) return [noReference(field, 'tax', id)];
      return enabled.get(id) ? [] : [{ code: 'invalid' as const, field, message: `Tax ${id} is disabled.` }];
    }),
  );
}

const toTaxedProduct = ({ totals }: Taxation['products'][number]) => ({ totals: [...totals] });

const toTax = (row: TaxRow): Tax => ({
  tax_id: row.tax_id,
  channel_group_id: row.channel_group_id,
  name: row.name,
  code: row.code,
  type: row.type,
  rate: row.rate,
  inclusive: row.inclusive,
  status: row.status,
  sort_order: row.sort_order,
  date_modified: shownDate(row.date_modified),
});
