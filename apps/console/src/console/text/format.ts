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
    time: (text: string) => (text ? timeIn(text, language) : ''),
  };
}

/** Those who may not read the currencies see the digits that the browser knows. */
const noneUnless = (isAllowed: boolean) =>
  isAllowed ? {} : { queryFn: async () => [], queryKey: ['none'] as string[] };

/** The API writes times in the account's zone, and they are shown as they are written. */
const timeIn = (text: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    instantOf(text),
  );

/** Returns a time of the API in ms, as if its zone was UTC. What follows the seconds is the account's zone. */
export const instantOf = (text: string): number => {
  const [, day = '', time = '00:00:00'] = /^(.{10})(?:[ T](.{8}))?/.exec(text) ?? [];
  return Date.parse(`${day}T${time}Z`);
};
