import { type Caller, noReference, Refused, type SettingsReference, settingsReference } from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { checkChannelGroup, type ChannelGroupCheck, ReferenceCache } from '@stockbook/service';
import { Injectable } from '@nestjs/common';

const ANSWER_MS = 2_000;

interface GivenMoney {
  readonly currency?: string;
  readonly currency_value?: number;
}

/** Keeps the records of settings that integration refers to. They are loaded outside of transactions. */
@Injectable()
export class Settings implements ChannelGroupCheck {
  private readonly cache: ReferenceCache<SettingsReference>;

  constructor(services: Services) {
    this.cache = ReferenceCache.of(services, settingsReference.get, ANSWER_MS);
  }

  checkChannelGroup(caller: Caller, wanted: number): Promise<void> {
    return checkChannelGroup(this.cache, caller, wanted);
  }

  apply<R>(account_id: number, rule: (settings: SettingsReference) => R): Promise<R> {
    return this.cache.apply(account_id, rule);
  }

  /** Returns the rate and the decimals of a cart's currency, or a refusal of one that the account does not have. */
  moneyOf(account_id: number, { currency = '', currency_value = 0 }: GivenMoney) {
    return this.apply(account_id, (settings) => {
      const code = currency || settings.currency;
      const known = settings.currencies.find((each) => each.code === code);
      if (!known) throw new Refused(noReference('currency', 'currency', code));
      return { currency_value: currency_value || known.value, decimal_place: known.decimal_place };
    });
  }
}
