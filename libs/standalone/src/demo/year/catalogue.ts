import { FAMILIES } from './families.js';
import { rowsOf } from './rows.js';

/** Relative sales of the months, from January on. */
const SEASONS = {
  ride: [4, 5, 8, 11, 13, 13, 12, 11, 9, 6, 4, 4],
  warm: [12, 10, 6, 3, 2, 1, 1, 2, 6, 12, 15, 16],
  camp: [2, 3, 5, 8, 12, 16, 17, 14, 8, 4, 2, 3],
  even: [7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 11, 14],
} as const;

/** Categories with the picture and the season of their items; `below` is the category above. */
export const categories = {
  Cycling: { below: '', shape: 'bike', season: 'ride' },
  Bikes: { below: 'Cycling', shape: 'bike', season: 'ride' },
  Frames: { below: 'Cycling', shape: 'frame', season: 'ride' },
  Wheels: { below: 'Cycling', shape: 'wheel', season: 'ride' },
  Tyres: { below: 'Cycling', shape: 'tyre', season: 'ride' },
  Drivetrain: { below: 'Cycling', shape: 'cog', season: 'ride' },
  Saddles: { below: 'Cycling', shape: 'saddle', season: 'ride' },
  Lights: { below: 'Cycling', shape: 'light', season: 'warm' },
  Locks: { below: 'Cycling', shape: 'lock', season: 'even' },
  Tools: { below: 'Cycling', shape: 'tool', season: 'even' },
  Bottles: { below: 'Cycling', shape: 'bottle', season: 'ride' },
  Clothing: { below: '', shape: 'jersey', season: 'even' },
  Jerseys: { below: 'Clothing', shape: 'jersey', season: 'ride' },
  Jackets: { below: 'Clothing', shape: 'jacket', season: 'warm' },
  Shorts: { below: 'Clothing', shape: 'shorts', season: 'ride' },
  Gloves: { below: 'Clothing', shape: 'glove', season: 'warm' },
  Socks: { below: 'Clothing', shape: 'sock', season: 'even' },
  Shoes: { below: 'Clothing', shape: 'shoe', season: 'ride' },
  Helmets: { below: 'Clothing', shape: 'helmet', season: 'ride' },
  Outdoor: { below: '', shape: 'tent', season: 'camp' },
  Tents: { below: 'Outdoor', shape: 'tent', season: 'camp' },
  'Sleeping bags': { below: 'Outdoor', shape: 'mat', season: 'camp' },
  Bags: { below: 'Outdoor', shape: 'bag', season: 'even' },
  Cooking: { below: 'Outdoor', shape: 'pot', season: 'camp' },
} as const;
export type CategoryName = keyof typeof categories;
export type Shape = (typeof categories)[CategoryName]['shape'];

/** Suppliers by the brand that they deliver, with the days from an order to its goods. */
export const suppliers = {
  Alderway: { name: 'Alderway Cycles', country: 'TW', city: 'Taichung', lead: 42, every: 4 },
  Brightspoke: { name: 'Brightspoke GmbH', country: 'DE', city: 'Freiburg', lead: 10, every: 2 },
  Kettlewick: { name: 'Kettlewick Tools', country: 'GB', city: 'Sheffield', lead: 6, every: 2 },
  Northrill: { name: 'Northrill Apparel', country: 'PT', city: 'Guimarães', lead: 21, every: 3 },
  'Tarn & Fell': { name: 'Tarn & Fell Outdoor', country: 'VN', city: 'Đà Nẵng', lead: 35, every: 4 },
  Ravenna: { name: 'Calzature Ravenna', country: 'IT', city: 'Ravenna', lead: 16, every: 3 },
} as const;
export type BrandName = keyof typeof suppliers;

/** Colours with their Vietnamese names. */
const COLOURS: Readonly<Record<string, readonly [hex: string, vietnamese: string]>> = {
  Petrol: ['#1f6f78', 'Xanh dầu'],
  Cherry: ['#b3243b', 'Đỏ anh đào'],
  Moss: ['#6b7f3a', 'Xanh rêu'],
  Night: ['#24304a', 'Xanh đêm'],
  Sand: ['#c9a66b', 'Màu cát'],
  Coral: ['#e8704f', 'San hô'],
  Slate: ['#5d6670', 'Xám đá'],
  Sun: ['#e5b025', 'Vàng nắng'],
  Ink: ['#1d1d22', 'Đen'],
  Silver: ['#a9b1b8', 'Bạc'],
};

interface Family {
  readonly name: string;
  readonly vietnamese: string;
  readonly code: string;
  readonly brand: BrandName;
  readonly category: CategoryName;
  readonly price: number;
  /** Part of the price. */
  readonly cost: number;
  readonly kg: number;
  readonly sizes: readonly string[];
  readonly colours: readonly string[];
  /** Sales of an item compared with those of the others. */
  readonly demand: number;
}

/** An item of a family, in one colour and one size. */
export interface PlannedItem {
  readonly sku: string;
  readonly barcode: string;
  readonly family: Family;
  readonly name: string;
  readonly vietnamese: string;
  readonly colour: string;
  /** The item whose picture it shares: its family's first one of this colour. */
  readonly pictured: string;
  readonly season: readonly number[];
}

/** A bike is a bundle of a frame set, wheels, a saddle and a drivetrain. */
export interface PlannedBike {
  readonly sku: string;
  readonly name: string;
  readonly vietnamese: string;
  readonly price: number;
  readonly colour: string;
  readonly pictured: string;
  readonly parts: readonly string[];
}

const words = (text: string): readonly string[] => (text ? text.split(' ') : ['']);

const families = rowsOf(FAMILIES).map((row): Family => {
  const [name = '', vietnamese = '', code = '', brand = '', category = '', ...terms] = row;
  const [price = 0, cost = 0, kg = 0, demand = 0] = terms.map(Number);
  const [sizes, colours] = terms.slice(4).map(words);
  return {
    ...{ name, vietnamese, code, price, cost, kg, demand },
    brand: keyOf(suppliers, brand),
    category: keyOf(categories, category),
    sizes: sizes ?? [],
    colours: colours ?? [],
  };
});

function keyOf<K extends string>(table: Readonly<Record<K, unknown>>, name: string): K {
  for (const key in table) if (key === name) return key;
  throw new Error(`The demo has no ${name}.`);
}

export const items: readonly PlannedItem[] = families.flatMap(itemsOf).map((item, index) => ({
  ...item,
  barcode: barcodeOf(index + 1),
}));

function itemsOf(family: Family): Omit<PlannedItem, 'barcode'>[] {
  const { name, vietnamese, code, category, sizes, colours } = family;
  const skuOf = (...parts: string[]) =>
    [
      code,
      ...parts.map((part) =>
        part
          .toUpperCase()
          .match(/[A-Z0-9]+/g)
          ?.join('-'),
      ),
    ]
      .filter(Boolean)
      .join('-');
  return colours.flatMap((colour) =>
    sizes.map((size) => {
      const [hex, inVietnamese] = COLOURS[colour] ?? ['#888888', colour];
      const shownColour = colours.length > 1 ? colour : '';
      return {
        family,
        sku: skuOf(shownColour.slice(0, 3), size),
        name: [name, shownColour, size].filter(Boolean).join(', '),
        vietnamese: [vietnamese, shownColour && inVietnamese, size].filter(Boolean).join(', '),
        colour: hex,
        pictured: skuOf(shownColour.slice(0, 3), sizes[0] ?? ''),
        season: SEASONS[categories[category].season],
      };
    }),
  );
}

/** Prefix 29 is for numbers that are used inside of one shop. */
function barcodeOf(number: number): string {
  const digits = `29${String(40_000 + number).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export const bikes: readonly PlannedBike[] = [
  ...['Petrol', 'Cherry'].flatMap((colour) =>
    ['S', 'M', 'L'].map((size) =>
      bike('City bike', 'Xe đạp thành phố', 'CITY', colour, size, 899, 'WCTY-SIL SADC-INK HUB8'),
    ),
  ),
  ...['Moss', 'Sand'].flatMap((colour) =>
    ['S', 'M', 'L'].map((size) =>
      bike('Gravel bike', 'Xe đạp gravel', 'GRVL', colour, size, 1499, 'WGRV SADL-INK CASS-11-42'),
    ),
  ),
  ...['Coral', 'Sun'].map((colour) =>
    bike('Kids bike', 'Xe đạp trẻ em', 'KIDS', colour, '', 349, 'WKID SADC-SLA CH09'),
  ),
];

function bike(
  ...[name, vietnamese, frame, colour, size, price, parts]: [string, string, string, string, string, number, string]
): PlannedBike {
  const [hex, inVietnamese] = COLOURS[colour] ?? ['#888888', colour];
  const suffix = [colour.slice(0, 3), size].filter(Boolean).join('-').toUpperCase();
  return {
    sku: `BIKE-${frame}-${suffix}`,
    name: [name, colour, size].filter(Boolean).join(', '),
    vietnamese: [vietnamese, inVietnamese, size].filter(Boolean).join(', '),
    price,
    colour: hex,
    pictured: `BIKE-${[frame, suffix.replace(/[ML]$/, 'S')].join('-')}`,
    parts: [`${frame}-${suffix}`, ...words(parts)],
  };
}
