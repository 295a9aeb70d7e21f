import { Refused } from '@stockbook/contracts';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { hash, randomBytes } from 'node:crypto';
import { unknownOperation } from '../request/intake.js';

export interface DemoAccount {
  readonly domain: string;
  readonly api_key: string;
  readonly api_secret: string;
}

type ShowLinks = (newCode: () => string) => void;

/** The demo account, for pages on the machine of the server. A code gives it once. */
export class DemoAccess {
  private readonly unusedDigests = new Set<string>();
  private shown: readonly string[] = [];
  private opened: { readonly account: DemoAccount; readonly showLinks: ShowLinks } | undefined;

  open({ domain, api_key, api_secret }: DemoAccount, showLinks: ShowLinks): void {
    this.opened = { account: { domain, api_key, api_secret }, showLinks };
    this.showNewLinks(showLinks);
  }

  /** Returns the account with a code for the next time. A code that is used or wrong makes the server show links. */
  take({ raw }: FastifyRequest, code: string): DemoAccount & { readonly next_code: string } {
    if (!this.opened || !isLoopback(raw.socket.remoteAddress)) throw unknownOperation('/demo');
    if (!this.unusedDigests.delete(digest(code))) {
      this.showNewLinks(this.opened.showLinks);
      throw new Refused({ code: 'forbidden', message: USED });
    }
    return { ...this.opened.account, next_code: this.newCode() };
  }

  /** Wrong codes alone show nothing new, so that nobody fills the terminal with links. */
  private showNewLinks(showLinks: ShowLinks): void {
    if (this.shown.length && this.shown.every((code) => this.unusedDigests.has(digest(code)))) return;
    const shown: string[] = [];
    showLinks(() => {
      const code = this.newCode();
      shown.push(code);
      return code;
    });
    this.shown = shown;
  }

  private newCode(): string {
    const code = randomBytes(16).toString('base64url');
    this.unusedDigests.add(digest(code));
    return code;
  }
}

const USED = 'The link was used before, or is wrong. The terminal of the server shows links that are still good.';

const digest = (code: string): string => hash('sha256', code, 'base64');

/** The socket tells the address, because a header may name any. */
const isLoopback = (address = ''): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
