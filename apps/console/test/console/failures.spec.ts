import { StockbookError } from '@stockbook/client';
import { isRefusal } from '../../src/console/server/failures.js';

const failureOf = (status: number) => new StockbookError('No.', { path: 'sale/order/add', status, code: 'any' });

test.each([400, 403, 404, 409, 413, 422])('a write that is answered with %i is refused', (status) => {
  expect(isRefusal(failureOf(status))).toBe(true);
});

test.each([0, 429, 500, 503])('a write that is answered with %i may be done', (status) => {
  expect(isRefusal(failureOf(status))).toBe(false);
});
