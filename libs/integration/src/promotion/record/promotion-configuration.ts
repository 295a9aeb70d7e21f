import {
  type Caller,
  type Fault,
  fieldsOf,
  Flag,
  Ids,
  Int,
  Money,
  One,
  OneOf,
  readFields,
  Refused,
  Texts,
} from '@stockbook/contracts';
import { couponOf, isCoupon, type PromotionConfiguration, type PromotionType } from '@stockbook/promotions';

const optional = { optional: true } as const;
const UNITS = { min: 0, optional: true } as const;
const GROUP = { min: 1, optional: true } as const;
const PERCENT = { min: 0, optional: true } as const;

class Conditions {
  @Texts({ ...optional, trim: true }) coupons?: string[];
  @Int(UNITS) customer_limit?: number;
  @Ids(optional) customer_group_ids?: number[];
  @Ids(optional) channel_ids?: number[];
  @Ids({ ...optional, max: 7 }) weekdays?: number[];
  @Texts(optional) hours?: string[];
  @Int(UNITS) minimum_quantity?: number;
  @Int(UNITS) maximum_quantity?: number;
  @Money({ min: 0, optional: true }) maximum_discount?: number;
  @Flag(optional) exclusive?: boolean;
  @OneOf(['count', 'strict'], optional) limit_policy?: 'count' | 'strict';
}
class Percent extends Conditions {
  @Money(PERCENT) percent?: number;
}
class Fixed extends Conditions {
  @Money({ min: 0, optional: true }) amount?: number;
  @OneOf(['order', 'line', 'unit'], optional) per?: 'order' | 'line' | 'unit';
}
class Price extends Conditions {
  @Money({ min: 0, optional: true }) price?: number;
}
class BuyGet extends Conditions {
  @Int(GROUP) buy_quantity?: number;
  @Int(GROUP) get_quantity?: number;
  @Ids(optional) get_categories?: number[];
  @Money(PERCENT) percent?: number;
  @Flag(optional) repeat?: boolean;
}

class OfPercent {
  @One(() => Percent) configuration!: Percent;
}
class OfFixed {
  @One(() => Fixed) configuration!: Fixed;
}
class OfPrice {
  @One(() => Price) configuration!: Price;
}
class OfBuyGet {
  @One(() => BuyGet) configuration!: BuyGet;
}
const CLASSES = { percent: OfPercent, shipping: OfPercent, fixed: OfFixed, price: OfPrice, buy_get: OfBuyGet } as const;

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const invalid = (name: string, must: string): Fault => {
  const field = `configuration.${name}`;
  return { code: 'invalid', field, message: `${field} ${must}` };
};

/** Reads and checks the configuration of a promotion of this type, and refuses every fault at once. */
export function promotionConfiguration(type: PromotionType, given: object, caller: Caller): PromotionConfiguration {
  const { input, faults } = readFields<{ configuration: PromotionConfiguration }>(
    CLASSES[type],
    { configuration: given },
    caller,
  );
  const { configuration } = input;
  const known = fieldsOf(fieldsOf(CLASSES[type])['configuration']!.of!());
  const strange = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  const unsound = new Set(faults.map(({ field }) => field));
  const sound = Object.entries(configuration).filter(([name]) => !unsound.has(`configuration.${name}`));
  Refused.ifAny([
    ...faults,
    ...strange.map((name) => invalid(name, `is not a field of a promotion of type ${type}.`)),
    ...valueFaults(Object.fromEntries(sound)),
  ]);
  const { coupons } = configuration;
  return { ...configuration, ...(coupons && { coupons: [...new Set(coupons.map(couponOf))] }) };
}

function valueFaults({ coupons = [], weekdays = [], hours = [], percent = 0 }: PromotionConfiguration): Fault[] {
  const isPeriod = hours.length === 2 && hours.every((time) => TIME.test(time)) && hours[0] !== hours[1];
  return [
    ...coupons.flatMap((coupon, i) =>
      isCoupon(coupon) ? [] : [invalid(`coupons[${i}]`, 'must be 1 to 64 letters, digits, hyphens and underscores.')],
    ),
    ...(weekdays.every((day) => day <= 7) ? [] : [invalid('weekdays', 'must be days from 1 (Monday) to 7.')]),
    ...(hours.length === 0 || isPeriod
      ? []
      : [invalid('hours', 'must be two different times of the day like 17:00, the beginning and the end.')]),
    ...(percent <= 100 ? [] : [invalid('percent', 'must be at most 100.')]),
  ];
}

export const actsOnTotal = (type: PromotionType, { per }: PromotionConfiguration): boolean =>
  type === 'shipping' || (type === 'fixed' && (per ?? 'order') === 'order');

export function levelFaults(type: PromotionType, { per }: PromotionConfiguration, total_promotion: boolean): Fault[] {
  const level = total_promotion ? 'true' : 'false';
  const fault = (message: string): Fault[] => [{ code: 'invalid', field: 'total_promotion', message }];
  if (type === 'shipping' && !total_promotion) return fault('total_promotion must be true for the type shipping.');
  if ((type === 'price' || type === 'buy_get') && total_promotion)
    return fault(`total_promotion must be false for the type ${type}.`);
  if (type === 'fixed' && per && (per === 'order') !== total_promotion)
    return [invalid('per', `must not be ${per} where total_promotion is ${level}.`)];
  return [];
}
