import type { Component } from '@stockbook/contracts';

export type Kind =
  | 'addition'
  | 'credit_note'
  | 'deduction'
  | 'order'
  | 'purchase_order'
  | 'reservation'
  | 'stock_take_job'
  | 'transfer'
  | 'transfer_job';

export interface KnownLine {
  readonly item_id: number;
  readonly quantity: number;
  readonly location_id: number;
  /** Of a transfer and of a transfer job. */
  readonly to_location_id: number;
  /** Those of a bundle when the line was added; of another item, itself. */
  readonly components: readonly Component[];
  /** Of a transfer job: pieces that have left the source and not come back. */
  readonly in_transit: number;
  readonly received: number;
  readonly lost: number;
}

/** A document as the requests that were granted have left it. */
export interface KnownDocument {
  readonly kind: Kind;
  readonly id: number;
  state: 'living' | 'closed' | 'draft' | 'active' | 'completed' | 'cancelled' | 'deleted';
  lines: readonly KnownLine[];
  /** The order that a reservation is for or a credit note credits, or the purchase order of a receipt. */
  of?: KnownDocument;
  readonly expires?: boolean;
}

/** Pieces of an item at a location; that of goods in transit is where they are to arrive. */
export interface Pieces {
  on_hand: number;
  reserved: number;
  incoming: number;
}

export const NO_PIECES: Readonly<Pieces> = { on_hand: 0, reserved: 0, incoming: 0 };

/** Values that depend on the moment at which a request was done: only the records have them. */
export interface Found {
  /** The difference of a line of a stock take, or the pieces that the order has taken out of a line of a reservation. */
  readonly pieces: (document: KnownDocument, item_id: number) => number;
  /** The pieces of each item that an order has deducted. */
  readonly deducted: (order: KnownDocument) => ReadonlyMap<number, number>;
}

/** Knows every document of an account: stock is the sum of what its documents move and hold. */
export class DocumentsModel {
  readonly documents: KnownDocument[] = [];
  private readonly held = new Set<KnownDocument>();

  /** Works on a document that no other client works on at the same time; without one, undefined. */
  async holding<T>(
    document: KnownDocument | undefined,
    work: (held: KnownDocument) => Promise<T>,
  ): Promise<T | undefined> {
    if (!document || this.held.has(document)) return undefined;
    this.held.add(document);
    try {
      return await work(document);
    } finally {
      this.held.delete(document);
    }
  }

  /** The documents of a kind in these states that nobody works on. */
  free(kind: Kind, ...states: readonly KnownDocument['state'][]): KnownDocument[] {
    return this.documents.filter((each) => each.kind === kind && states.includes(each.state) && !this.held.has(each));
  }

  /** The pieces of each item of a purchase order that its receipts have brought. */
  received(order: KnownDocument, besides?: KnownDocument): Map<number, number> {
    const receipts = this.documents.filter(
      (each) => each.of === order && each.kind === 'addition' && each.state === 'living' && each !== besides,
    );
    return quantityByItem(receipts.flatMap(({ lines }) => lines));
  }

  creditedPieces(order: KnownDocument): Map<number, number> {
    return quantityByItem(this.creditsOf(order).flatMap(({ lines }) => lines));
  }

  creditsOf(order: KnownDocument): KnownDocument[] {
    return this.documents.filter(
      (each) => each.of === order && each.kind === 'credit_note' && each.state !== 'deleted',
    );
  }

  /** Whether a reservation holds pieces once all orders are followed and all expiries are over. */
  isHolding({ state, expires, of }: KnownDocument): boolean {
    return state === 'living' && !expires && of?.state !== 'deleted';
  }

  /** The pieces that each item must have at each location. */
  stock(found: Found): Map<string, Pieces> {
    const stock = new Map<string, Pieces>();
    const add = (item_id: number, location_id: number, change: Partial<Pieces>) => {
      const key = placeName(item_id, location_id);
      const pieces = stock.get(key) ?? { ...NO_PIECES };
      for (const field of ['on_hand', 'reserved', 'incoming'] as const) pieces[field] += change[field] ?? 0;
      stock.set(key, pieces);
    };
    for (const document of this.documents) {
      if (document.state === 'deleted') continue;
      if (document.kind === 'order')
        for (const [item_id, pieces] of found.deducted(document))
          add(item_id, document.lines[0]!.location_id, { on_hand: -pieces });
      for (const line of document.lines)
        for (const { item_id, quantity } of line.components)
          for (const [location_id, change] of this.changesOf(document, line, found))
            add(item_id, location_id, scaledPieces(change, quantity));
    }
    return stock;
  }

  /** The changes of one unit of a line. */
  private changesOf(document: KnownDocument, line: KnownLine, found: Found): readonly [number, Partial<Pieces>][] {
    const { item_id, quantity, location_id, to_location_id, in_transit, received, lost } = line;
    switch (document.kind) {
      case 'addition':
      // It is closed while it gives nothing back to stock.
      case 'credit_note':
        return document.state === 'closed' ? [] : [[location_id, { on_hand: quantity }]];
      case 'deduction':
        return [[location_id, { on_hand: -quantity }]];
      case 'transfer':
        return [
          [location_id, { on_hand: -quantity }],
          [to_location_id, { on_hand: quantity }],
        ];
      case 'transfer_job':
        return [
          [location_id, { on_hand: -(in_transit + received + lost) }],
          [to_location_id, { on_hand: received, incoming: in_transit }],
        ];
      case 'reservation':
        return this.isHolding(document)
          ? [[location_id, { reserved: quantity - found.pieces(document, item_id) }]]
          : [];
      case 'stock_take_job':
        return document.state === 'completed' ? [[location_id, { on_hand: found.pieces(document, item_id) }]] : [];
      case 'order':
      case 'purchase_order':
        return [];
    }
  }
}

export const placeName = (item_id: number, location_id: number): string => `item ${item_id} at location ${location_id}`;

export function quantityByItem(
  lines: readonly { readonly item_id: number; readonly quantity: number }[],
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { item_id, quantity } of lines) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity);
  return sums;
}

const scaledPieces = ({ on_hand = 0, reserved = 0, incoming = 0 }: Partial<Pieces>, factor: number): Pieces => {
  return { on_hand: on_hand * factor, reserved: reserved * factor, incoming: incoming * factor };
};
