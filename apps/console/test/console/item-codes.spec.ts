import { hasCode, isTakenByEnter } from '../../src/console/api/item-codes.js';

const pot = { model: '', sku: 'POT-10', barcode: '0036000291452', gtin: '96385074' };

test('an item has a code that the server finds equal, and no part of one', () => {
  const texts = ['POT-10', ' POT-10 ', '36000291452', '036000291452', '00036000291452', '00000096385074'];
  expect(texts.filter((text) => hasCode(pot, text))).toEqual(texts.filter((text) => text !== '36000291452'));
  expect(['POT-1', 'pot-10', '9638507', '000POT-10', ''].some((text) => hasCode(pot, text))).toBe(false);
});

test('Enter takes the first item for words, and for a code only the item that has it', () => {
  const texts = ['pot', 'pot 10', 'POT-10', 'POT-1', '96385074', '385074'];
  expect(texts.filter((text) => isTakenByEnter(pot, text))).toEqual(['pot', 'pot 10', 'POT-10', '96385074']);
});
