import { Stockbook } from '@stockbook/client';
import type { RunningGateway } from '@stockbook/gateway';
import { reasonOf } from '@stockbook/process';
import { setMaxListeners } from 'node:events';
import type { Demo } from '../../home/demo-file.js';
import { BEGUN } from './begun.js';
import { fillYear } from './fill-year.js';

/** Answers are replayed for a day, so a start after it would add records twice. */
const REPLAYED_MS = 23 * 3_600_000;
const DONE = 'The orders, purchases and counts of this shop are made by a program.';
/** A busy machine may be late for a batch. */
const PATIENCE = { timeout: 60_000, deadline: 600_000, retries: 20 };

interface YearOptions {
  readonly demo: Demo;
  /** Opens a gateway for these requests alone: the rate limit is left to those who use the demo meanwhile. */
  readonly openGateway: () => Promise<RunningGateway>;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
  /** 3,000 by default. */
  readonly orders?: number;
}

/**
 * Fills a new demo shop with a year of trade, and reports a fault. The next start continues a year that was cut off: it
 * sends the same requests with the same keys.
 */
export async function ensureYear(options: YearOptions): Promise<void> {
  const { signal, report } = options;
  // Each request listens to it.
  setMaxListeners(0, signal);
  try {
    await continueYear(options);
  } catch (error) {
    if (signal.aborted) return;
    report(`The demo shop's year of trade is incomplete (${reasonOf(error)}). The next start continues it.`);
  }
}

async function continueYear({ demo, openGateway, signal, report, orders }: YearOptions): Promise<void> {
  const { announcement } = clientOf(demo).extension.dashboard;
  const { announcements } = await announcement.get({}, { signal });
  const begun = announcements.find(({ title }) => title === BEGUN.title);
  if (!begun || begun.short_description === DONE) return;
  const { announcement_id, date_added } = begun;
  const now = new Date(date_added);
  if (Date.now() - now.getTime() > REPLAYED_MS) {
    report("The demo shop's year of trade was interrupted more than a day ago, and stays incomplete.");
    return;
  }
  report('The demo shop gets a year of trade in the background; STOCKBOOK_DEMO=small leaves it out.');
  const start = performance.now();
  const gateway = await openGateway();
  try {
    await fillYear(clientOf({ ...demo, url: gateway.url }), now, signal, orders);
  } finally {
    await gateway.stop();
  }
  await announcement.edit({ announcement_id, short_description: DONE }, { signal });
  report(`The demo shop has its year of trade after ${((performance.now() - start) / 1_000).toFixed(1)} s.`);
}

const clientOf = ({ url, domain, api_key: apiKey, api_secret: apiSecret }: Demo): Stockbook =>
  new Stockbook({ url, domain, apiKey, apiSecret, ...PATIENCE });
