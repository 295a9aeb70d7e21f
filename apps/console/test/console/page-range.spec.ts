import { pageRange } from '../../src/console/frame/page-range.js';

const SIZE = 50;
const range = (page: number, total: number, shown: number, isMinimum: boolean) =>
  pageRange({ page, size: SIZE, total, shown, isMinimum });

test('a list with a known total ends there', () => {
  expect(range(1, 120, 50, false)).toMatchObject({ first: 1, last: 50, total: 120, isMinimum: false, hasNext: true });
  expect(range(3, 120, 20, false)).toMatchObject({ first: 101, last: 120, hasNext: false });
  expect(range(2, 100, 50, false)).toMatchObject({ last: 100, hasNext: false });
});

test('a list whose matches are not all counted goes on as long as its pages are full', () => {
  expect(range(4, 200, 50, true)).toMatchObject({ first: 151, last: 200, total: 200, isMinimum: true, hasNext: true });
  expect(range(6, 200, 50, true)).toMatchObject({ first: 251, last: 300, total: 300, isMinimum: true, hasNext: true });
  expect(range(7, 200, 3, true)).toMatchObject({ first: 301, last: 303, total: 303, isMinimum: false, hasNext: false });
});
