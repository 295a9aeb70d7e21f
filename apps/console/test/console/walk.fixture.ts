import { eventually } from '@stockbook/testing';
import type { Page, Request } from 'playwright-core';
import type { Screen } from './screens.fixture.js';
import type { Stocked } from './stocked.fixture.js';

/** A page that asks for nothing in this time has all that it shows. Fields wait less for further keys. */
const QUIET_MS = 250;

/** The way of a user from page to page, which seldom loads the console anew. */
export class Walk {
  private readonly open = new Set<Request>();
  private answers: Promise<string>[] = [];
  private asked_at = Date.now();

  constructor(
    readonly page: Page,
    private readonly stocked: Stocked,
  ) {
    page.on('request', (request) => {
      this.open.add(request);
      this.asked_at = Date.now();
    });
    page.on('requestfailed', (request) => this.open.delete(request));
    page.on('requestfinished', (request) => this.open.delete(request));
    page.on('response', (response) => {
      if (response.request().method() === 'POST') this.answers.push(response.text().catch(() => ''));
    });
  }

  /** Goes to the page of a screen, whatever it shows this user. */
  async go({ path }: Screen): Promise<void> {
    const address = `/console/${path(this.stocked)}`;
    // A dialog would stay open over the next page.
    const isCovered = await this.page.getByRole('dialog').first().isVisible();
    if (isCovered) await this.page.goto(new URL(address, this.page.url()).href);
    else await this.page.evaluate(`__TSR_ROUTER__.history.push('${address}')`);
    await this.rest();
  }

  /** Goes to a screen that this user may see. */
  async show(screen: Screen, shows: readonly Screen['shows'][number][] = screen.shows): Promise<void> {
    await this.go(screen);
    await screen.prepare?.(this.page);
    for (const [selector] of shows) await this.page.locator(selector).first().waitFor();
    await this.rest();
  }

  /** Returns all that the page shows, and what the server has answered since the last time. */
  async texts(): Promise<readonly string[]> {
    const values = "[...document.querySelectorAll('input')].map(({ value }) => value)";
    const shown = await this.page.evaluate<string>(`[document.body.innerText, ...${values}].join()`);
    return [shown, ...(await Promise.all(this.answers.splice(0)))];
  }

  private rest(): Promise<void> {
    this.asked_at = Date.now();
    return eventually(() => !this.open.size && Date.now() - this.asked_at > QUIET_MS);
  }
}
