import {
  creditNoteChanged,
  type Demanding,
  type DemandLine,
  type Event,
  type KeyedEventType,
  type OrderChange,
  orderChanged,
  orderStockSettled,
  type StockAnswer,
  SYSTEM,
} from '@stockbook/contracts';
import { Consumer, type EventBus, EventRouter, LocalBus, outboxRow, Relay, settled } from '@stockbook/messaging';
import { dataSourceFor, Db, type Tx } from '@stockbook/persistence';
import { consumptionsOf, events } from '@stockbook/service';
import { companyEvent, migratedDatabase, type ScratchDatabase } from '@stockbook/testing';
import { verifyFlow } from '../flow/flow-verification.js';
import { inventoryService } from '../definition.js';
import { ItemCostRow } from '../ledger/item-cost.entity.js';
import { ItemFlowRow } from '../ledger/item-flow.entity.js';
import { ItemStockRow } from '../ledger/item-stock.entity.js';
import { Reservations } from '../reservation/reservations.js';
import { StockDemandEvents } from './stock-demand.events.js';
import { StockDemandLineRow } from './stock-demand.entity.js';
import { move, type Moved, type StockLine, type StockOperation } from '../ledger/stock-ledger.js';

/** The fields of a demand's line that a spec gives; the defaults are line 1 of item 7 at location 1. */
export type Wanted = Partial<DemandLine> & Pick<DemandLine, 'quantity'>;

const ITEMS = `WITH store AS (
    INSERT INTO inventory.location (account_id, location_id, name) SELECT $1, 1, 'High Street'
  )
  INSERT INTO inventory.item (account_id, item_id, name, model)
  SELECT $1, item_id, 'Item', CASE WHEN item_id = 7 THEN 'TEA' ELSE '' END FROM generate_series(1, 60) item_id`;

interface Replica {
  readonly bus: EventBus;
  readonly consumer: Consumer;
  readonly relay: Relay;
}

/** The stock of accounts in a database of its own, with its consumer and its relay. */
export class Stockroom {
  /** The answers to sales, in order. */
  readonly answers: Event<StockAnswer>[] = [];
  readonly faults: unknown[] = [];
  readonly reservations: Reservations;
  private readonly replicas: Replica[] = [];
  private accounts = 0;
  private operations = 0;
  /** Counts the transactions begun by `transact`, including those that had to run again. */
  tries = 0;
  /** Counts the statements of these transactions. */
  statements = 0;

  private constructor(
    readonly db: Db,
    private readonly database: ScratchDatabase,
    private readonly bus: EventBus,
  ) {
    this.reservations = new Reservations(db);
  }

  /** Starts one replica of its service for each bus, and one on a local bus by default. */
  static async open(connections = 8, buses: readonly [EventBus, ...EventBus[]] = [new LocalBus()]): Promise<Stockroom> {
    const database = await migratedDatabase();
    const source = await dataSourceFor(inventoryService, database.url, connections).initialize();
    const room = new Stockroom(new Db(source, inventoryService.name), database, buses[0]);
    await room.start(buses);
    return room;
  }

  /** Adds a new account that has items 1 to 60, and no stock of them. */
  async account(): Promise<number> {
    const account_id = ++this.accounts;
    await this.db.source.query(ITEMS, [account_id]);
    return account_id;
  }

  transact<T>(accounts: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transactFor(accounts, (tx) => {
      this.tries++;
      const [query, send] = [tx.query.bind(tx), tx.send.bind(tx)];
      const countedQuery: typeof query = (...args) => {
        this.statements++;
        return query(...args);
      };
      const countedSend: typeof send = (...args) => {
        this.statements++;
        return send(...args);
      };
      return work(Object.assign(tx, { query: countedQuery, send: countedSend }));
    });
  }

  /** Moves lines as one operation; several lines of the same item and location are distinguished by their place. */
  move(account_id: number, lines: readonly Omit<StockLine, 'line'>[], by: Partial<StockOperation> = {}) {
    const document = { document: 'test', document_id: ++this.operations, document_version: 1 };
    const operation = { ...document, user_id: 5, username: 'ann', comment: 'Test', ...by };
    const numbered = lines.map((line, index) => ({ line: index + 1, ...line }));
    return this.transact([account_id], (tx) => move(tx, operation, numbered));
  }

  /** Books pieces of item 7 at location 1, by default. */
  async receive(account_id: number, quantity: number, line: Partial<StockLine> = {}): Promise<Moved> {
    const [moved] = await this.move(account_id, [{ item_id: 7, location_id: 1, quantity, ...line }]);
    return moved!;
  }

  /** Hands events over as the bus would, in one batch, and waits for all that they cause. */
  async deliver(...events: Event[]): Promise<void> {
    await this.publish(...events);
    await this.settled();
  }

  publish(...events: Event[]): Promise<void> {
    return this.bus.publish(events);
  }

  settled(): Promise<void> {
    return settled(this.replicas.flatMap(({ relay, consumer }) => [relay, consumer]));
  }

  /** Returns the lines of the last answer about an order. */
  lastAnswer(account_id: number, order_id: number) {
    return this.answersOf(account_id, order_id).at(-1)?.payload.lines;
  }

  answersOf(account_id: number, order_id: number): Event<StockAnswer>[] {
    return this.answers.filter((answer) => answer.account_id === account_id && answer.aggregate_id === order_id);
  }

  async onHand(account_id: number, item_id = 7, location_id = 1): Promise<number | undefined> {
    const key = { account_id, item_id, location_id };
    return (await this.db.source.manager.findOneBy(ItemStockRow, key))?.on_hand;
  }

  cost(account_id: number, item_id = 7): Promise<ItemCostRow | null> {
    return this.db.source.manager.findOneBy(ItemCostRow, { account_id, item_id });
  }

  flows(account_id: number): Promise<ItemFlowRow[]> {
    return this.db.source.manager.find(ItemFlowRow, { where: { account_id }, order: { item_flow_id: 'ASC' } });
  }

  demandLines(account_id: number): Promise<StockDemandLineRow[]> {
    return this.db.source.manager.findBy(StockDemandLineRow, { account_id });
  }

  verify(account_id: number) {
    return verifyFlow(this.db, account_id);
  }

  /** Fails when transactions have deadlocked. */
  async close(): Promise<void> {
    await Promise.all(this.replicas.map(({ relay }) => relay.stop()));
    await Promise.all(this.replicas.map(({ consumer }) => consumer.stop()));
    await Promise.all(this.replicas.map(({ bus }) => bus.close()));
    await this.db.source.destroy();
    await this.database.dropWithoutDeadlocks();
  }

  private async start(buses: readonly EventBus[]): Promise<void> {
    const sales = { group: 'sales', topics: [orderStockSettled.topic] };
    await this.bus.subscribe(sales, async (events) => {
      for (const event of events) if (isAnswer(event)) this.answers.push(event);
    });
    const { db } = this;
    const report = (fault: unknown): void => void this.faults.push(fault);
    const router = new EventRouter(consumptionsOf(new StockDemandEvents(this.reservations)), events);
    for (const bus of buses) {
      const consumer = new Consumer({ db, bus, group: 'inventory', router, report });
      const relay = new Relay({ db, bus, report });
      this.replicas.push({ bus, consumer, relay });
      await consumer.start();
    }
    for (const { relay } of this.replicas) relay.start();
  }
}

const isAnswer = (event: Event): event is Event<StockAnswer> => event.name === orderStockSettled.name;

/** Returns an order's whole demand, as sales publishes it. */
export function demand(
  account_id: number,
  order_id: number,
  version: number,
  lines: readonly Wanted[],
): Event<OrderChange> {
  const demanded = lines.map((line) => ({ line_id: 1, item_id: 7, location_id: 1, ...line }));
  const document = { document: 'order', document_id: order_id, version } as const;
  const author = { user_id: 9, username: 'bob' };
  const payload: OrderChange = {
    order_id,
    change: version === 1 ? 'added' : 'edited',
    actor: { ...SYSTEM, ...author },
    demand: { ...document, ...author, lines: demanded },
  };
  return arrived(orderChanged, payload, version, account_id);
}

/** Returns a credit note's whole demand; quantities below 0 give back. */
export function noteDemand(
  account_id: number,
  credit_note_id: number,
  version: number,
  lines: readonly Wanted[],
): Event<Demanding> {
  const { payload, ...event } = demand(account_id, credit_note_id, version, lines);
  const { topic, name } = creditNoteChanged;
  const noted = payload.demand ? { demand: { ...payload.demand, document: 'credit_note' } as const } : {};
  return { ...event, topic, name, payload: noted };
}

/** Publishes the company's setting of negative stock. */
export const allowNegative = (account_id: number, allow_negative_stock: boolean, sequence: number) =>
  companyEvent(account_id, sequence, { allow_negative_stock });

const arrived = <P extends object>(
  type: KeyedEventType<P>,
  payload: P,
  sequence: number,
  account_id: number,
): Event<P> => ({
  ...outboxRow(type, payload, sequence, account_id),
  payload,
  created_at: new Date().toISOString(),
});
