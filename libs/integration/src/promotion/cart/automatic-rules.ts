import { Refused } from '@stockbook/contracts';
import type { PromotionRule } from '@stockbook/promotions';
import { Db, statement } from '@stockbook/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  channelExists,
  type CustomerUses,
  grantedTo,
  readRules,
  REVISION,
  type RulesWanted,
  type StoredRules,
  usesSql,
} from './promotion-rules.js';

/** All copies together have at most this many characters of JSON. */
const MOST = 32 * 1024 * 1024;
const KEPT_MS = 600_000;

/** The parts of the rules that orders and holds change, with the revision of the rest. */
const CURRENT = statement(
  'current_promotion_counters',
  `SELECT ${REVISION} AS revision,
     (SELECT coalesce(json_agg(counter), '[]') FROM (
        SELECT promotion_id, total_used, total_held FROM integration.promotion
        WHERE account_id = $1 AND promotion_id = ANY ($2::bigint[])
      ) AS counter) AS counters,
     ${usesSql('$4::bigint', '= ANY ($3::bigint[])')} AS uses,
     ${grantedTo('$5', '$6')} AS granted,
     ${channelExists('$5')} AS channel_exists`,
);

interface Current extends Pick<StoredRules, 'revision' | 'granted' | 'channel_exists'> {
  readonly counters: readonly Pick<PromotionRule, 'promotion_id' | 'total_used' | 'total_held'>[];
  readonly uses: readonly CustomerUses[];
}
/** The automatic promotions of an account at a revision. */
interface Copy {
  readonly revision: string | null;
  readonly promotions: readonly PromotionRule[];
  readonly items: ReadonlyMap<number, ReadonlySet<number>>;
  /** These promotions have limits of their own, or limits for each customer. */
  readonly limited: readonly number[];
  readonly limitedByCustomer: readonly number[];
}

/** Each use reads the account's revision with the counters, so a copy never serves after a change. */
@Injectable()
export class AutomaticRules {
  private readonly copies = new LRUCache<number, Copy | 'too large'>({
    maxSize: MOST,
    ttl: KEPT_MS,
  });

  constructor(private readonly db: Db) {}

  /** Returns the rules for a cart, all of one moment. */
  async read(account_id: number, wanted: RulesWanted): Promise<StoredRules> {
    const copy = this.copies.get(account_id);
    if (wanted.all || wanted.coupons.length || copy === 'too large') return this.narrowed(account_id, wanted);
    const current = copy && (await this.current(account_id, wanted, copy));
    if (copy && current?.revision === copy.revision) return rulesOf(copy, current, wanted);
    const rules = await readRules(this.db, account_id, wanted, true);
    if (!rules) {
      this.copies.set(account_id, 'too large', { size: 1 });
      return this.narrowed(account_id, wanted);
    }
    const fresh = copyOf(rules);
    this.copies.set(account_id, fresh, { size: JSON.stringify(rules).length });
    return rulesOf(fresh, { ...rules, counters: [] }, wanted);
  }

  private async narrowed(account_id: number, wanted: RulesWanted): Promise<StoredRules> {
    const rules = await readRules(this.db, account_id, wanted);
    if (rules) return rules;
    throw new Refused({ code: 'invalid', message: 'The promotions of a cart may have 4 MiB: end or delete some.' });
  }

  private async current(account_id: number, wanted: RulesWanted, copy: Copy): Promise<Current | undefined> {
    const { customer_id, channel_id, key } = wanted;
    const { limited, limitedByCustomer } = copy;
    const values = [account_id, limited, limitedByCustomer, customer_id, channel_id, key];
    const [row] = await this.db.query<Current>(CURRENT, values);
    return row;
  }
}

function copyOf({ revision, promotions, categories }: StoredRules): Copy {
  const promotionIds = (isLimited: (promotion: PromotionRule) => boolean) =>
    promotions.filter(isLimited).map(({ promotion_id }) => promotion_id);
  return {
    revision,
    promotions,
    items: new Map(
      categories.map(({ promotion_category_id, items }) => [
        promotion_category_id,
        new Set(items.map(({ item_id }) => item_id)),
      ]),
    ),
    limited: promotionIds(({ total_limit }) => total_limit > 0),
    limitedByCustomer: promotionIds(({ configuration }) => Boolean(configuration.customer_limit)),
  };
}

function rulesOf({ promotions, items }: Copy, current: Current, { item_ids, ended_since }: RulesWanted): StoredRules {
  const { revision, counters, uses, granted, channel_exists } = current;
  const counted = new Map(counters.map((each) => [each.promotion_id, each]));
  return {
    promotions: promotions
      .filter(({ date_end }) => !date_end || date_end >= ended_since)
      .map((each) => ({ ...each, ...counted.get(each.promotion_id) })),
    categories: [...items].map(([promotion_category_id, own]) => ({
      promotion_category_id,
      items: item_ids.filter((item_id) => own.has(item_id)).map((item_id) => ({ item_id })),
    })),
    uses,
    granted,
    channel_exists,
    revision,
  };
}
