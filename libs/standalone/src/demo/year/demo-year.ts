import { Stockbook } from '@stockbook/client';
import type { RunningGateway } from '@stockbook/gateway';
import { reasonOf } from '@stockbook/process';
import type { Demo } from '../../home/home.js';
import { setMaxListeners } from 'node:events';
import { BEGUN } from './begun.js';
import { fillYear } from './fill-year.js';

/** Answers are replayed for a day, so a start after it would add records twice. */
const REPLAYED_MS = 23 * 3_600_000;
const DONE = 'The orders, purchases and counts of this shop are made by a program.';
/** A busy machine may be late for a batch. */
const PATIENCE = { timeout: 60_000, deadline: 600_000, retries: 20 };
const AGAIN = 'Remove the home folder to get a new demo.';

interface YearOptions {
  readonly demo: Demo;
  /** The rate limit of the account stays with those who use the demo meanwhile. */
  readonly openGateway: () => Promise<RunningGateway>;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/**
 * Fills a new demo shop with a year of trade. A fault is reported. The next start continues what a killed one has begun:
 * it sends the same requests with the same keys.
 */
export async function ensureYear({ demo, openGateway, signal, report }: YearOptions): Promise<void> {
  const gateway = await openGateway();
  try {
    const { domain, api_key: apiKey, api_secret: apiSecret } = demo;
    const stockbook = new Stockbook({ url: gateway.url, domain, apiKey, apiSecret, ...PATIENCE });
    const { announcement } = stockbook.extension.dashboard;
    const { announcements } = await announcement.get({}, { signal });
    const begun = announcements.find(({ title }) => title === BEGUN.title);
    if (!begun || begun.short_description === DONE) return;
    const now = new Date(begun.date_added);
    if (Date.now() - now.getTime() > REPLAYED_MS) {
      return report(`The demo shop's year was interrupted more than a day ago and stays incomplete. ${AGAIN}`);
    }
    // Each request listens to it.
    setMaxListeners(0, signal);
    const start = performance.now();
    report('The demo shop gets a year of trade in the background; STOCKBOOK_DEMO=small leaves it out.');
    await fillYear(stockbook, now, signal);
    await announcement.edit({ announcement_id: begun.announcement_id, short_description: DONE });
    report(`The demo shop has its year of trade after ${((performance.now() - start) / 1_000).toFixed(1)} s.`);
  } catch (error) {
    if (!signal.aborted)
      report(`The demo shop's year is incomplete (${reasonOf(error)}). The next start continues it.`);
  } finally {
    await gateway.stop();
  }
}
