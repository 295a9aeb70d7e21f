import {
  type Caller,
  type CustomerGroupsReference,
  customerGroupsReference,
  type Fault,
  noReference,
  Refused,
  type SettingsReference,
  settingsReference,
} from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { checkChannelGroup, type ChannelGroupCheck, ReferenceCache } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const ANSWER_MS = 2_000;

/** A document in a currency; 0 as its rate means the account's. */
interface Priced {
  readonly currency?: string;
  readonly currency_value?: number;
}

export interface AccountRate {
  readonly rate: number;
  readonly faults: readonly Fault[];
}

/** Keeps the records of other services that inventory refers to. They are loaded outside of transactions. */
@Injectable()
export class References implements ChannelGroupCheck {
  private readonly settings: ReferenceCache<SettingsReference>;
  private readonly customerGroups: ReferenceCache<CustomerGroupsReference>;

  constructor(services: Services) {
    this.settings = ReferenceCache.of(services, settingsReference.get, ANSWER_MS);
    this.customerGroups = ReferenceCache.of(services, customerGroupsReference.get, ANSWER_MS);
  }

  async checkChannelGroup(caller: Caller, wanted: number): Promise<void> {
    await checkChannelGroup(this.settings, caller, wanted);
  }

  async checkCustomerGroups(caller: Caller, prices: readonly { customer_group_id: number }[] = []): Promise<void> {
    if (!prices.length) return;
    await this.customerGroups.apply(caller.account_id, ({ customer_groups }) => {
      const known = new Set(customer_groups.map((group) => group.customer_group_id));
      const faults = prices.flatMap(({ customer_group_id: id }, index) =>
        known.has(id) ? [] : [noReference(`customer_groups[${index}].customer_group_id`, 'customer group', id)],
      );
      Refused.ifAny(faults);
    });
  }

  async checkLanguages(caller: Caller, translations: readonly { language_id: number }[] = []): Promise<void> {
    if (!translations.length) return;
    await this.settings.apply(caller.account_id, ({ language_ids }) => {
      const known = new Set(language_ids);
      const faults = translations.flatMap(({ language_id: id }, index) =>
        known.has(id) ? [] : [noReference(`translations[${index}].language_id`, 'language', id)],
      );
      Refused.ifAny(faults);
    });
  }

  customerGroupNames(account_id: number): Promise<ReadonlyMap<number, string>> {
    return this.customerGroups.apply(
      account_id,
      ({ customer_groups }) => new Map(customer_groups.map((group) => [group.customer_group_id, group.name])),
    );
  }

  /** Serves the facts of changes, which do not wait for sales to be back. */
  groupNamesIfKnown({ account_id }: Caller): Promise<ReadonlyMap<number, string> | undefined> {
    return this.customerGroupNames(account_id).catch(() => undefined);
  }

  /** Returns the rate of the currency that a request gives: 1 with the reasons if there is none. */
  async rateOf(caller: Caller, given: Priced): Promise<AccountRate> {
    const faults: Fault[] = [];
    const rate = (await collect(faults, this.currencyRate(caller, given))) ?? 1;
    return { rate, faults };
  }

  private async currencyRate(caller: Caller, { currency, currency_value }: Priced): Promise<number> {
    if (!currency) {
      if (!currency_value || currency_value === 1) return 1;
      const message = `currency_value ${currency_value} is the rate of no currency: give currency as well.`;
      throw new Refused({ code: 'invalid', field: 'currency_value', message });
    }
    return this.settings.apply(caller.account_id, ({ currencies }) => {
      const known = currencies.find(({ code }) => code === currency);
      if (!known) throw new Refused(noReference('currency', 'currency', currency));
      return currency_value || known.value;
    });
  }
}

/** Returns the result of a check, or undefined when it refuses: its reasons then join those found already. */
export async function collect<T>(faults: Fault[], check: Promise<T>): Promise<T | undefined> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
