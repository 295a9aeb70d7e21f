import type { DemandLine } from '@stockbook/contracts';
import type { SaleLineRow } from './sale-document.entity.js';

type Composed = Pick<SaleLineRow, 'item_id' | 'components' | 'quantity'>;
type Pieces = Pick<DemandLine, 'item_id' | 'quantity' | 'per_unit'>;

export const piecesOf = ({ item_id, components, quantity }: Composed): Pieces[] =>
  components?.map((component) => ({
    item_id: component.item_id,
    quantity: quantity * component.quantity,
    per_unit: component.quantity,
  })) ?? [{ item_id, quantity }];
