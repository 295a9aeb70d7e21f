import { amountIn, fieldText, isScannedCode, wholeIn } from '../../src/console/text/numbers.js';

const NONE = NaN;

test.each<[text: string, english: number, vietnamese: number]>([
  ['1200', 1_200, 1_200],
  ['1,200', 1_200, 1.2],
  ['199.000', 199, 199_000],
  ['199.000 ₫', 199, 199_000],
  ['$1,234.50', 1_234.5, 1_234.5],
  ['1.234.567', 1_234_567, 1_234_567],
  ['12,5', 12.5, 12.5],
  ['12.5', 12.5, 12.5],
  ['-0,125', -0.125, -0.125],
  ['0.125', 0.125, 0.125],
  ['.5', 0.5, 0.5],
  ['1234,567', NONE, 1_234.567],
  ['1234.567', 1_234.567, NONE],
  ['1,23,456', NONE, NONE],
  ['1.2.3', NONE, NONE],
  ['1e3', NONE, NONE],
  ['0x10', NONE, NONE],
  ['Infinity', NONE, NONE],
  ['12 kg', NONE, NONE],
  [',', NONE, NONE],
  ['', NONE, NONE],
])('the amount %j is %d in English and %d in Vietnamese', (text, english, vietnamese) => {
  expect([amountIn(text, 'en'), amountIn(text, 'vi')]).toEqual([english, vietnamese]);
});

test.each<[text: string, english: number, vietnamese: number]>([
  [' 12 ', 12, 12],
  ['1,000', 1_000, NONE],
  ['1.000', NONE, 1_000],
  ['10,000,000', 10_000_000, NONE],
  ['12.5', NONE, NONE],
  ['96385074', NONE, NONE],
  ['many', NONE, NONE],
])('the whole number %j is %d in English and %d in Vietnamese', (text, english, vietnamese) => {
  expect([wholeIn(text, 'en'), wholeIn(text, 'vi')]).toEqual([english, vietnamese]);
});

test('a field shows a number so that it is read as the same number', () => {
  for (const language of ['en', 'vi'])
    for (const number of [0, 1.125, 0.0001, 1_234_567.5, 199_000, -3])
      expect(amountIn(fieldText(number, language), language)).toBe(number);
});

test('eight digits, or eight characters with a letter, come from a scanner', () => {
  const texts = ['96385074', 'TRAY-100', '9638507', 'TRAY-10', '1,000,000'];
  expect(texts.filter(isScannedCode)).toEqual(['96385074', 'TRAY-100']);
});
