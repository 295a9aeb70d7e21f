import { Big } from 'big.js';
import { type GivenCost, valued } from './moving-average.js';

interface Case {
  readonly what: string;
  /** The pieces and their average before the movement. */
  readonly from: [number, string];
  readonly moved: number;
  readonly given?: GivenCost;
  /** The average afterwards, the value and the variance. */
  readonly becomes: [string, string, string];
}

const cases: Case[] = [
  {
    what: 'The first pieces set the average.',
    from: [0, '0'],
    moved: 10,
    given: { unit_cost: '2' },
    becomes: ['2', '20', '0'],
  },
  {
    what: 'Dearer pieces raise it.',
    from: [10, '2'],
    moved: 30,
    given: { unit_cost: '4' },
    becomes: ['3.5', '120', '0'],
  },
  { what: 'Pieces without a cost come in at it.', from: [10, '2'], moved: 5, becomes: ['2', '10', '0'] },
  { what: 'Pieces leave at it.', from: [10, '2'], moved: -4, becomes: ['2', '-8', '0'] },
  {
    what: 'The last pieces leave a pool of nothing.',
    from: [3, '3.33333333'],
    moved: -3,
    becomes: ['3.33333333', '-9.99999999', '0'],
  },
  { what: 'Below zero the pool is owed at it.', from: [1, '2'], moved: -4, becomes: ['2', '-8', '0'] },
  {
    what: 'What comes into a debt sets it; the difference is variance.',
    from: [-5, '4'],
    moved: 10,
    given: { unit_cost: '6' },
    becomes: ['6', '60', '-10'],
  },
  {
    what: 'So it does when the debt remains.',
    from: [-5, '4'],
    moved: 2,
    given: { unit_cost: '6' },
    becomes: ['6', '12', '-10'],
  },
  {
    what: 'A debt that is paid leaves a pool of nothing.',
    from: [-5, '4'],
    moved: 5,
    given: { unit_cost: '6' },
    becomes: ['6', '30', '-10'],
  },
  { what: 'A debt paid without a cost leaves no variance.', from: [-5, '4'], moved: 7, becomes: ['4', '28', '0'] },
  {
    what: 'What does not divide evenly is rounded; the rest is variance.',
    from: [1, '1'],
    moved: 2,
    given: { unit_cost: '2' },
    becomes: ['1.66666667', '4', '0.00000001'],
  },
  {
    what: 'Pieces may come at the cost of all together.',
    from: [0, '0'],
    moved: 3,
    given: { value: '10' },
    becomes: ['3.33333333', '10', '-0.00000001'],
  },
  {
    what: 'Taking back a receipt at its cost restores the average.',
    from: [40, '3.5'],
    moved: -30,
    given: { unit_cost: '4' },
    becomes: ['2', '-120', '0'],
  },
  {
    what: 'The last pieces leave nothing whatever they cost.',
    from: [10, '2'],
    moved: -10,
    given: { unit_cost: '3' },
    becomes: ['2', '-30', '10'],
  },
  {
    what: 'Pieces dearer than the pool leave the rest at nothing.',
    from: [10, '2'],
    moved: -9,
    given: { unit_cost: '3' },
    becomes: ['0', '-27', '7'],
  },
];

test.each(cases)('$what', ({ from: [quantity, average], moved, given = {}, becomes }) => {
  const { holding, value, variance } = valued({ quantity, average: new Big(average) }, moved, given);
  expect(holding.quantity).toBe(quantity + moved);
  expect([holding.average, value, variance].map((amount) => amount.toFixed())).toEqual(becomes);
});
