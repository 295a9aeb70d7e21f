import { type Reader, statement } from '@stockbook/persistence';

/** A position in the flow of one item at one location: behind its first `seq` movements. */
export interface FlowPosition {
  readonly item_id: number;
  readonly location_id: number;
  readonly seq: number;
}

type FlowKey = Omit<FlowPosition, 'seq'>;

const CURRENT = statement(
  'current_flow_positions',
  `SELECT key.item_id, key.location_id, COALESCE(stock.seq, 0) AS seq
   FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS key (item_id, location_id, place)
   LEFT JOIN inventory.item_stock stock
     ON stock.account_id = $1 AND stock.item_id = key.item_id AND stock.location_id = key.location_id
   ORDER BY place`,
);

const BALANCES = statement(
  'balances_at_flow_positions',
  `SELECT COALESCE(flow.balance, 0) AS balance
   FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS key (item_id, location_id, seq, place)
   LEFT JOIN inventory.item_flow flow ON flow.account_id = $1 AND flow.item_id = key.item_id
     AND flow.location_id = key.location_id AND flow.seq = key.seq
   ORDER BY place`,
);

/** The positions up to now, in the order of the keys; a stock take remembers them with its counts. */
export const flowPositions = (reader: Reader, account_id: number, keys: readonly FlowKey[]): Promise<FlowPosition[]> =>
  reader.query<FlowPosition>(CURRENT, [account_id, ...columnsOf(keys)]);

/** The pieces on hand at each position, in the order of the positions. */
export async function balancesAt(
  reader: Reader,
  account_id: number,
  positions: readonly FlowPosition[],
): Promise<number[]> {
  const values = [account_id, ...columnsOf(positions), positions.map(({ seq }) => seq)];
  const rows = await reader.query<{ balance: number }>(BALANCES, values);
  return rows.map(({ balance }) => balance);
}

const columnsOf = (keys: readonly FlowKey[]): number[][] => [
  keys.map(({ item_id }) => item_id),
  keys.map(({ location_id }) => location_id),
];
