/** Names the stock of one item at one location of one account. */
export interface StockKey {
  readonly account_id: number;
  readonly item_id: number;
  readonly location_id: number;
}
