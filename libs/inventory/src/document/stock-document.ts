import {
  type Call,
  type Caller,
  type Component,
  type Fault,
  type GivenLine,
  noReference,
  type PlainFactType,
  Refused,
} from '@stockbook/contracts';
import type { Db, Tx } from '@stockbook/persistence';
import {
  type HeaderValues,
  type LineValues,
  type MatchedLine,
  matchLines,
  type NewHeader,
  type StoredDocument,
} from '@stockbook/service';
import { openLocations } from '../location/open-locations.js';
import { LockedStock } from '../ledger/locked-stock.js';
import { move, moveDocument, type StockLine, type StockOperation } from '../ledger/stock-ledger.js';
import type { DocumentRow, ItemLineRow } from './document.entity.js';
import { isKept, itemsOfLines, shownLineName } from './document-items.js';
import { ItemDocuments } from './item-documents.js';
import { averageOf, type Composed, componentsOfLines, lineParts, splitCost } from './line-parts.js';
import { costOfLine, type CostOfLine, costsMatch, requiredCosts } from './line-cost.js';

/** A line of a request; one without a cost is of a document that has none, or of a user who may not give it. */
export type StockDocumentLine = GivenLine & { readonly cost?: number };

/** Names where a line moves its pieces: they come (positive) or leave (negative). */
export interface LinePlace {
  /** The field that names the location. */
  readonly field: string;
  readonly location_id: number;
  readonly quantity: number;
}

/** The fields of a stored line that its request does not give. */
export interface LineTerms extends CostOfLine {
  readonly line_id: number;
  readonly name: string;
}

export interface StockDocumentTerms<
  H,
  L extends ItemLineRow,
  K extends string & keyof H & keyof L,
  G,
  Shown extends object,
> {
  /** Its name in the flow; also that of its table, and of the list of lines in its requests. */
  readonly document: string;
  readonly moves: Pick<StockOperation, 'counts_as' | 'at_average'>;
  /** A line of a bundle moves its components; bundles are refused otherwise. */
  readonly takes_components?: boolean;
  readonly header: new () => H;
  readonly line: new () => L;
  readonly key: K;
  readonly changed: PlainFactType<Shown>;
  readonly show: (header: H, lines: readonly L[]) => Shown;
  readonly placesOf: (line: G) => readonly LinePlace[];
  readonly rowOf: (line: G, terms: LineTerms, components: readonly Component[] | null) => LineValues<L, K>;
}

/** The rates of a document's currency, one unit of the base currency each, and faults that are known already. */
export interface Pricing {
  readonly rate?: number;
  readonly old_rate?: number;
  readonly faults?: readonly Fault[];
}

interface Change<L extends ItemLineRow, K> {
  readonly rows: readonly LineValues<L, K>[];
  readonly moves: readonly StockLine[];
  readonly locked: LockedStock;
}

/** Stock is locked before anything is written, so that dates are not older than the waits. */
export class StockDocument<
  H extends DocumentRow,
  L extends ItemLineRow & Composed & G,
  K extends string & keyof H & keyof L,
  G extends StockDocumentLine,
  Shown extends object,
> {
  readonly documents: ItemDocuments<H, L, K, Shown>;

  constructor(
    db: Db,
    private readonly terms: StockDocumentTerms<H, L, K, G, Shown>,
  ) {
    this.documents = new ItemDocuments(db, terms);
  }

  async add(
    tx: Tx,
    call: Call,
    values: NewHeader<H, K>,
    given: readonly G[],
    pricing: Pricing = {},
  ): Promise<StoredDocument<H, L>> {
    const change = await this.prepare(tx, call.caller, [], given, pricing);
    const added = await this.documents.insert(tx, call, values, change.rows);
    await move(tx, this.operation(call.caller, added), change.moves, change.locked);
    return added;
  }

  /** Changes a claimed document; lines that are not given stay. */
  async edit(
    tx: Tx,
    call: Call,
    stored: StoredDocument<H, L>,
    values: Partial<HeaderValues<H, K>>,
    given: readonly G[] = stored.lines,
    pricing: Pricing = {},
  ): Promise<StoredDocument<H, L>> {
    const change = await this.prepare(tx, call.caller, stored.lines, given, pricing);
    const edited = await this.documents.update(tx, call, stored, values, change.rows);
    if (edited) await moveDocument(tx, this.operation(call.caller, edited), change.moves, change.locked);
    return edited ?? stored;
  }

  /** Deletes a claimed document. */
  async remove(tx: Tx, call: Call, stored: StoredDocument<H, L>): Promise<void> {
    const locked = await this.lock(tx, stored.lines);
    const removed = await this.documents.remove(tx, call, stored);
    await moveDocument(tx, this.operation(call.caller, removed), [], locked);
  }

  /** Turns given lines into rows and movements under the lock of their stock, or refuses them with every reason. */
  private async prepare(
    tx: Tx,
    caller: Caller,
    stored: readonly L[],
    given: readonly G[],
    { rate = 1, old_rate = rate, faults: known = [] }: Pricing,
  ): Promise<Change<L, K>> {
    const { document, placesOf, rowOf, moves, takes_components = false } = this.terms;
    const lines = matchLines<G, L>(
      stored,
      given,
      (line) => this.itemAndPlacesOf(line),
      (line, now) => rate === old_rate && costsMatch(line, now),
    );
    const { items, faults: ofItems } = await itemsOfLines(tx, caller, document, lines, takes_components);
    const ofCosts = moves.at_average ? [] : requiredCosts(caller, document, given);
    const faults = [...known, ...ofCosts, ...ofItems, ...(await this.locationFaults(tx, lines))];
    const components = takes_components ? await componentsOfLines(tx, document, lines, items, faults) : [];
    Refused.ifAny(faults);
    const composed = lines.map((line, index) => ({ ...line.given, components: components[index] ?? null }));
    const locked = await this.lock(tx, [...stored, ...composed]);
    const priced = lines.map((line, index) => {
      const { item_id } = line.given;
      const { location_id = 0 } = placesOf(line.given)[0] ?? {};
      const own_cost = moves.counts_as === 'added' ? (items.get(item_id)?.cost ?? '0') : '0';
      const parts = lineParts(composed[index]!).map((part) => {
        const { holding } = locked.level({ account_id: tx.account_id, item_id: part.item_id, location_id }).cost;
        return { ...part, holding, average: holding.average };
      });
      const holding = { quantity: parts[0]!.holding.quantity, average: averageOf(parts) };
      const terms = { held: { holding }, own_cost, rate, field: `${document}[${index}].cost`, caller, faults };
      const { row, unit_cost } = costOfLine(line, terms);
      return { row, unit_costs: splitCost(unit_cost, parts) };
    });
    Refused.ifAny(faults);
    const rows = lines.map((line, index) => {
      const name = shownLineName(line, items.get(line.given.item_id));
      return rowOf(line.given, { line_id: line.line_id, name, ...priced[index]!.row }, components[index] ?? null);
    });
    const wanted = lines.flatMap(({ given, line_id }, index) => {
      const field = `${document}[${index}].quantity`;
      return lineParts(composed[index]!).flatMap(({ item_id, quantity: per_unit }, part) => {
        const unit_cost = priced[index]!.unit_costs[part];
        return placesOf(given).map(({ location_id, quantity }): StockLine => {
          return { line: line_id, item_id, location_id, quantity: quantity * per_unit, unit_cost, field };
        });
      });
    });
    return { rows, moves: wanted, locked };
  }

  private lock(tx: Tx, lines: readonly (G & Composed)[]): Promise<LockedStock> {
    const { account_id } = tx;
    const keys = lines.flatMap((line) =>
      this.terms
        .placesOf(line)
        .flatMap(({ location_id }) => lineParts(line).map(({ item_id }) => ({ account_id, item_id, location_id }))),
    );
    return LockedStock.of(tx, keys);
  }

  private async locationFaults(tx: Tx, lines: readonly MatchedLine<G, L>[]): Promise<Fault[]> {
    const { document, placesOf } = this.terms;
    const places = lines.map(({ given }) => placesOf(given));
    const ids = [...new Set(places.flat().map(({ location_id }) => location_id))];
    const isOpen = await openLocations(tx, ids, []);
    return lines.flatMap((line, index) =>
      (places[index] ?? [])
        .filter(({ location_id }) => !isKept(line) && !isOpen(location_id))
        .map(({ field, location_id }) => noReference(`${document}[${index}].${field}`, 'location', location_id)),
    );
  }

  private operation({ user_id, username }: Caller, stored: StoredDocument<H, L>): StockOperation {
    const { document, moves } = this.terms;
    const { version: document_version, comment } = stored.header;
    const document_id = this.documents.idOf(stored);
    return { document, document_id, document_version, user_id, username, comment, ...moves };
  }

  private itemAndPlacesOf(line: G): string {
    return [line.item_id, ...this.terms.placesOf(line).map(({ location_id }) => location_id)].join('/');
  }
}
