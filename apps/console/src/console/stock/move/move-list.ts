import { StockbookError } from '@stockbook/client';
import { readStockAnew } from '../../api/stock.js';
import { isEndOfSession, isPassing, RETRY_MS, wordsOf } from '../../server/failures.js';
import { endSession, isCurrent, type SignedIn } from '../../session/session.js';
import { KeptLines } from './kept-lines.js';
import { afterJob, found, lineOfScan, newLine, piecesOf, raised, type Scan, twinOf } from './line-changes.js';
import type { Line, LineItem, Mode, SentStep } from './line.js';
import { isDone, isDue } from './line-state.js';
import { finished, leftFor } from './lists.js';
import { type FoundItems, readForLine } from './read-for-line.js';
import { nextStep, READ } from './steps.js';

/** A scanned line waits so long for further scans and for its number. */
const PAUSE_MS = 700;
/** Lines that the server has can be undone here for a day. */
const DONE_MS = 24 * 3_600_000;
/** A list goes on in the next tab for as long after its last scan, unless the page was left. */
const RESUMED_MS = 3_600_000;
/** The page says it in the language of the user. */
const NO_ITEM = { code: 'unknown_record', message: '' } as const;
const DOCUMENT_IDS = ['item_addition_id', 'item_transfer_id', 'item_stock_take_job_id'];

export interface MoveView {
  /** The line that was scanned last comes first. */
  readonly lines: readonly Line[];
  /** The server cannot be reached; lines wait in the browser. */
  readonly isAway: boolean;
  /** The reason why the browser keeps no lines, so that none is sent. */
  readonly keepingFault?: string | undefined;
}

/**
 * The lines of a user, which the browser keeps before anything is sent. Each step of a line has a key, so that a step
 * whose answer was lost is sent again and done once.
 */
export class MoveList {
  private view: MoveView;
  private readonly listeners = new Set<() => void>();
  private paused = { id: '', until: 0 };
  /** The time from which a line may be tried again after a fault of the server. */
  private readonly rests = new Map<string, number>();
  private working: Promise<void> | undefined;
  private isClosing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly kept: KeptLines,
    private readonly session: SignedIn,
    private readonly viewsCost: boolean,
    lines: readonly Line[],
  ) {
    this.view = { lines, isAway: false };
    addEventListener('online', this.work);
    void this.work();
  }

  static async open(session: SignedIn, viewsCost: boolean): Promise<MoveList> {
    const kept = new KeptLines(`${session.domain} ${session.apiKey}`);
    const all = await kept.read();
    const old = all.filter((line) => isDone(line) && Date.now() - line.scanned_at > DONE_MS);
    const lines = all.filter((line) => !old.includes(line));
    const ended = new Map(finished(lines, Date.now() - RESUMED_MS).map((line) => [line.id, line]));
    await kept.change([...ended.values()], old);
    return new MoveList(kept, session, viewsCost, lines.map((line) => ended.get(line.id) ?? line).sort(latestFirst));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly read = (): MoveView => this.view;

  /** Sends what is left without a pause, as long as the server answers. A list that is done ends with its page. */
  async close(isPageLeft: boolean): Promise<void> {
    this.isClosing = true;
    removeEventListener('online', this.work);
    await this.work();
    clearTimeout(this.timer);
    // A shared computer keeps what the server does not have, and nothing else.
    if (!this.session.isKept) await this.kept.change([], this.view.lines.filter(isDone));
    else if (isPageLeft) await this.kept.change(finished(this.view.lines));
  }

  scan(scan: Scan): void {
    const line = lineOfScan(this.view.lines, scan);
    const scanned = line
      ? { ...line, ...raised(line, scan.pieces), faults: undefined, scanned_at: Date.now() }
      : newLine(scan);
    this.pause(scanned.id);
    this.begin(this.keep([scanned, ...leftFor(this.view.lines, scan)]));
  }

  setQuantity(id: string, wanted: number): void {
    this.pause(id);
    this.change(id, { wanted });
  }

  raise(id: string, pieces: number): void {
    const line = this.lineOf(id);
    this.pause(id);
    if (line) this.change(id, raised(line, pieces));
  }

  /** Takes the end of a stock take. Counts that it does not have need another one. */
  closeJob(document_id: number, isBooked: boolean): void {
    const lines = this.view.lines.filter((line) => line.mode === 'count' && line.document_id === document_id);
    const open = lines.filter(({ is_closed, is_undone, sent }) => !is_closed && !is_undone && !sent);
    if (open.length) this.begin(this.keep(open.map((line) => ({ ...line, ...afterJob(line, isBooked) }))));
  }

  /** Takes what the user wants of a line; what the API has refused is tried anew. */
  change(id: string, changes: Partial<Line>): void {
    this.begin(this.update(id, { faults: undefined, ...changes }));
  }

  choose(id: string, item: LineItem): void {
    const line = this.lineOf(id);
    // The next scan of this code asks again, because it may mean another of the items.
    if (line) this.begin(this.take({ ...line, codes: [] }, item));
  }

  undo(id: string): void {
    const line = this.lineOf(id);
    if (line && (line.booked || line.sent || line.has_planned)) this.change(id, { is_undone: true });
    else if (line) this.remove([line]);
  }

  remove(lines: readonly Line[]): void {
    this.begin(this.keep([], lines));
  }

  /** Leaves the lines that the server does not have yet. */
  finish(mode: Mode): void {
    this.remove(this.view.lines.filter((line) => line.mode === mode && isDone(line)));
  }

  private pause(id: string): void {
    this.paused = { id, until: Date.now() + PAUSE_MS };
  }

  private begin(keeping: Promise<void>): void {
    keeping.then(this.work, () => undefined);
  }

  private readonly work = (): Promise<void> => {
    this.working ??= this.sendAll().finally(() => {
      this.working = undefined;
    });
    return this.working;
  };

  /** Sends what is due, one step after the other. */
  private async sendAll(): Promise<void> {
    clearTimeout(this.timer);
    let isAway = false;
    for (let line = this.due(); line && !isAway; line = this.due()) isAway = !(await this.advance(line.id));
    if (isAway !== this.view.isAway) this.show({ isAway });
    if (this.isClosing || !this.view.lines.some(isDue)) return;
    const isPaused = this.paused.until > Date.now() && !isAway;
    this.timer = setTimeout(() => void this.work(), isPaused ? PAUSE_MS : RETRY_MS);
  }

  private due(): Line | undefined {
    const now = Date.now();
    const isPaused = ({ id, item, sent }: Line) =>
      Boolean(item) && !sent && id === this.paused.id && now < this.paused.until && !this.isClosing;
    return this.view.lines.findLast((line) => isDue(line) && now >= (this.rests.get(line.id) ?? 0) && !isPaused(line));
  }

  /** Takes a line one step on. Returns false if the server cannot be reached. */
  private async advance(id: string): Promise<boolean> {
    try {
      const sent = this.lineOf(id)?.sent ?? (await this.prepare(id));
      if (!sent) return true;
      const { path, body, key, granted } = sent;
      const answer = await this.session.api.request(path, body, { idempotencyKey: key });
      const document_id = DOCUMENT_IDS.map((name) => Number(answer[name])).find(Boolean);
      await this.update(id, { ...granted, ...(document_id && { document_id }), sent: undefined });
      void readStockAnew();
      return true;
    } catch (error) {
      return this.takeFault(id, error);
    }
  }

  /** Writes down the next step of a line before it is sent. */
  private async prepare(id: string): Promise<SentStep | undefined> {
    const line = this.lineOf(id);
    if (!line) return undefined;
    const reader = { api: this.session.api, viewsCost: this.viewsCost };
    const { matches, changes, plan } = nextStep(line) === READ ? await readForLine(line, this.view.lines, reader) : {};
    // Somebody may have changed the line meanwhile.
    const now = this.lineOf(id);
    if (!now) return undefined;
    if (matches) return void (await this.takeFound(now, matches));
    const step = nextStep({ ...now, ...changes, plan });
    if (!step || step === READ) return void (await this.update(id, { ...changes }));
    const sent = { ...step, key: crypto.randomUUID(), sent_at: Date.now() };
    await this.update(id, { ...changes, sent });
    return sent;
  }

  private async takeFound(line: Line, { items, isExact }: FoundItems): Promise<void> {
    const [item] = items;
    if (item && items.length === 1 && isExact) return this.take(line, item);
    await this.update(line.id, items.length ? { offered: items } : { faults: [NO_ITEM] });
  }

  /** Gives a line its item, or its pieces to the line that has this item already. */
  private take(line: Line, item: LineItem): Promise<void> {
    const twin = twinOf(this.view.lines, line, item);
    if (!twin) return this.keep([{ ...line, ...found(line, item) }]);
    const changes = { codes: [...twin.codes, ...line.codes], faults: undefined, scanned_at: line.scanned_at };
    return this.keep([{ ...twin, ...raised(twin, piecesOf(line)), ...changes }], [line]);
  }

  private async takeFault(id: string, error: unknown): Promise<boolean> {
    if (isEndOfSession(error) && isCurrent(this.session)) void endSession('ended');
    if (!(error instanceof StockbookError) || error.status === 0 || error.status === 401) return false;
    if (isPassing(error)) {
      this.rests.set(id, Date.now() + RETRY_MS);
      return true;
    }
    // Somebody else has changed the stock take, whose items are read again.
    const isReadAgain = error.code === 'stale' && this.lineOf(id)?.sent?.path.startsWith('inventory/stock_take_job/');
    await this.update(id, { sent: undefined, ...(!isReadAgain && { faults: error.details }) });
    return true;
  }

  private lineOf(id: string): Line | undefined {
    return this.view.lines.find((line) => line.id === id);
  }

  private async update(id: string, changes: Partial<Line>): Promise<void> {
    const line = this.lineOf(id);
    if (line) await this.keep([{ ...line, ...changes }]);
  }

  private async keep(changed: readonly Line[], removed: readonly Line[] = []): Promise<void> {
    const gone = new Set([...changed, ...removed].map(({ id }) => id));
    const others = this.view.lines.filter(({ id }) => !gone.has(id));
    this.show({ lines: [...changed, ...others].sort(latestFirst) });
    try {
      await this.kept.change(changed, removed);
    } catch (error) {
      this.show({ keepingFault: wordsOf(error) });
      throw error;
    }
  }

  private show(view: Partial<MoveView>): void {
    this.view = { ...this.view, ...view };
    for (const listener of this.listeners) listener();
  }
}

const latestFirst = (one: Line, other: Line): number => other.scanned_at - one.scanned_at;
