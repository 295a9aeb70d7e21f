import { useSuspenseQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.js';
import { useMyself } from '../api/rights.js';
import { useText } from './language.js';

/** Writes numbers, money and times as the account and the language want them. */
export function useFormat() {
  const { language } = useText();
  const { company, mayRead } = useMyself();
  const { data: currencies } = useSuspenseQuery({
    ...queries.currencies(),
    ...noneUnless(mayRead('setting/currency')),
  });
  const numbers = new Intl.NumberFormat(language);
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: company.timezone,
  });
  return {
    number: (value: number) => numbers.format(value),
    money: (value: number, currency = company.currency) => {
      const digits = currencies.find(({ code }) => code === currency)?.decimal_place;
      return new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      }).format(value);
    },
    /** Whatever zone the browser is in, people of one account read the same. */
    time: (text: string) => (text ? times.format(new Date(text)) : ''),
  };
}

/** Those who may not read the currencies see the digits that the browser knows. */
const noneUnless = (isAllowed: boolean) =>
  isAllowed ? {} : { queryFn: async () => [], queryKey: ['none'] as string[] };
