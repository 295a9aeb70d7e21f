import { useSuspenseQuery } from '@tanstack/react-query';
import { settingQueries } from './settings.js';
import { useMyself } from './rights.js';
import { useText } from '../text/language.js';

/** Writes numbers, money and times as the account and the language want them. */
export function useFormat() {
  const { language } = useText();
  const { company, mayRead } = useMyself();
  const { data: currencies } = useSuspenseQuery({
    ...settingQueries.currencies(),
    ...noneUnless(mayRead('setting/currency')),
  });
  const numbers = new Intl.NumberFormat(language);
  // The names of months are long in Vietnamese.
  const month = language === 'vi' ? '2-digit' : 'short';
  const day = { year: 'numeric', month, day: 'numeric' } as const;
  const times = new Intl.DateTimeFormat(language, {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
    timeZone: company.timezone,
  });
  const days = new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' });
  const decimals = (currency = company.currency) =>
    currencies.find(({ code }) => code === currency)?.decimal_place ??
    new Intl.NumberFormat(language, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  return {
    decimals,
    number: (value: number) => numbers.format(value),
    money: (value: number, currency = company.currency) => {
      const digits = decimals(currency);
      return new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value);
    },
    /** All people of an account read its time zone, not that of their browser. */
    time: (text: string) => (text ? times.format(new Date(text)) : ''),
    /** A day of the calendar, like 2026-11-27, is the same in all zones. */
    day: (text: string) => (text ? days.format(new Date(text.slice(0, 10))) : ''),
  };
}

/** Users who may not read the currencies see as many digits as the browser knows. */
const noneUnless = (isAllowed: boolean) =>
  isAllowed ? {} : { queryFn: async () => [], queryKey: ['none'] as string[] };
