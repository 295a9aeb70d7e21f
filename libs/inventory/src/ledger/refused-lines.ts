import type { Fault } from '@stockbook/contracts';
import { statement, type Tx } from '@stockbook/persistence';
import { MAX_ON_HAND } from './locked-stock.js';
import type { Moved, Short, StockLine, StockOperation } from './movement.js';

const NAMES = statement(
  'names_of_stock',
  `SELECT key.item_id, key.location_id, item.model, item.name AS item, location.name AS location
   FROM unnest($2::bigint[], $3::bigint[]) AS key (item_id, location_id)
   LEFT JOIN inventory.item ON item.account_id = $1 AND item.item_id = key.item_id
   LEFT JOIN inventory.location ON location.account_id = $1 AND location.location_id = key.location_id`,
);

interface Named {
  readonly item_id: number;
  readonly location_id: number;
  readonly model: string | null;
  readonly item: string | null;
  readonly location: string | null;
}

/** Lines of the transaction's account that cannot be moved. */
export interface RefusedLines {
  readonly short: readonly Short[];
  /** They bring more than a location may hold. */
  readonly excessive: readonly Moved[];
  /** They hold more than a location may hold. */
  readonly overheld: readonly StockLine[];
  readonly ofBundles: readonly StockLine[];
}

export async function refusals(
  tx: Tx,
  { adds_item }: Pick<StockOperation, 'adds_item'>,
  { short, excessive, overheld, ofBundles }: RefusedLines,
): Promise<Fault[]> {
  const lines = [...short, ...excessive, ...overheld, ...ofBundles];
  if (!lines.length) return [];
  const keys = [lines.map(({ item_id }) => item_id), lines.map(({ location_id }) => location_id)];
  const names = await tx.query<Named>(NAMES, [tx.account_id, ...keys]);
  const namedAt = new Map(names.map((named) => [stockName(named), named]));
  const bundles = new Set(ofBundles.map(({ item_id }) => item_id));
  const namedLine = (line: Short | Moved | StockLine) => {
    const { item_id, location_id } = line;
    const named = namedAt.get(stockName(line));
    const label = named?.model || named?.item;
    const numbered = `Item ${item_id}${label ? ` (${label})` : ''}`;
    return {
      item: adds_item && label ? `Item ${label}` : numbered,
      location: named?.location || `location ${location_id}`,
    };
  };
  return [
    ...ofBundles.map((line) => bundleFault(line, namedLine(line))),
    ...short.filter(({ item_id }) => !bundles.has(item_id)).map((line) => shortage(line, namedLine(line))),
    ...excessive.map((line) => excess(line, namedLine(line), 'pieces')),
    ...overheld.map((line) => excess(line, namedLine(line), 'pieces reserved')),
  ];
}

const stockName = ({ item_id, location_id }: Pick<StockLine, 'item_id' | 'location_id'>) => `${item_id}/${location_id}`;

interface Names {
  readonly item: string;
  readonly location: string;
}

function shortage({ quantity, available, field }: Short, { item, location }: Names): Fault {
  const wanted = -quantity;
  const message = `${item} is short by ${wanted - available} at ${location}: ${wanted} wanted, ${available} available.`;
  return { code: 'insufficient_stock', field, message };
}

const excess = ({ field }: Moved | StockLine, { item, location }: Names, pieces: string): Fault => ({
  code: 'invalid',
  field,
  message: `${item} cannot have more than ${MAX_ON_HAND} ${pieces} at ${location}.`,
});

const bundleFault = ({ field }: StockLine, { item }: Names): Fault => ({
  code: 'invalid',
  field,
  message: `${item} is a bundle, which has no stock of its own: name its components.`,
});
