import type { Fault } from '@stockbook/client';

export const MODES = ['receive', 'adjust', 'transfer', 'count'] as const;
export type Mode = (typeof MODES)[number];

/** Says where the pieces of a line go, and with which papers, as the page said when the line was scanned. */
export interface Place {
  readonly location_id: number;
  readonly to_location_id?: number | undefined;
  readonly purchase_order_id?: number | undefined;
  /** The currency of the costs; the base currency unless given. */
  readonly currency?: string | undefined;
  /** A stock take that somebody has begun already. */
  readonly job_id?: number | undefined;
  readonly comment?: string | undefined;
}

export interface LineItem {
  readonly item_id: number;
  readonly name: string;
  /** The code that people know the item by. */
  readonly label: string;
  readonly thumb: string;
  /** The quantity available at the location of the line when the item was found. */
  readonly available: number;
  /** The cost of one piece; absent for users who may not view cost. */
  readonly cost?: number | undefined;
  /** The rate by which the cost was brought into the currency of the purchase order. */
  readonly currency_value?: number | undefined;
}

interface Booked {
  readonly quantity: number;
  readonly cost?: string | undefined;
}

/** A request that brings the stock nearer to what a line says. */
export interface Step {
  readonly path: string;
  readonly body: object;
  /** The values that the line has once the request is granted. */
  readonly granted: Partial<Line>;
}

/** A step that was written down before it was sent. The server does it once by its key. */
export interface SentStep extends Step {
  readonly key: string;
  readonly sent_at: number;
}

/** Holds a scan, and how much of it is booked. The browser can store all of it. */
export interface Line {
  readonly id: string;
  readonly mode: Mode;
  readonly place: Place;
  /** The codes whose next scan raises the quantity of this line. */
  readonly codes: readonly string[];
  /** The text that was scanned or typed. */
  readonly text: string;
  readonly scanned_at: number;
  readonly item?: LineItem | undefined;
  /** The items that have the code, where there are several. */
  readonly offered?: readonly LineItem[] | undefined;
  /** The pieces that are to be booked. In a line that adjusts: the new quantity, undefined until it is known. */
  readonly wanted?: number | undefined;
  /** In a line that adjusts: the pieces that scans have added before the item was found. */
  readonly raised?: number | undefined;
  /** The cost of one piece: a number as a text. */
  readonly cost?: string | undefined;
  /** More may be received than the purchase order asks for. */
  readonly allows_more?: boolean | undefined;
  readonly booked?: Booked | undefined;
  readonly document_id?: number | undefined;
  /** In a line that adjusts: the quantity that the user has seen, and the one before the first change. */
  readonly seen?: number | undefined;
  readonly before?: number | undefined;
  /** In a line that counts: whether the stock take has the item, and whether this line has added it. */
  readonly is_planned?: boolean | undefined;
  readonly has_planned?: boolean | undefined;
  /** In a line that counts: the items of the stock take, and the revision that they were read with. It is not kept. */
  readonly plan?: { readonly item_ids: readonly number[]; readonly revision?: number | undefined } | undefined;
  /** It belongs to a list that was left, which no scan changes. */
  readonly is_earlier?: boolean | undefined;
  /** Its stock take is over. */
  readonly is_closed?: boolean | undefined;
  readonly is_undone?: boolean | undefined;
  readonly sent?: SentStep | undefined;
  readonly faults?: readonly Fault[] | undefined;
}
