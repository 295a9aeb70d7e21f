import { Injectable } from '@nestjs/common';
import { type Endpoint, endpointKey } from './endpoint.js';

/** Limits of requests in flight per replica: in all, to one host, and of one account. */
const [MOST, MOST_OF_HOST, MOST_OF_ACCOUNT] = [256, 32, 64];

type Target = Pick<Endpoint, 'account_id' | 'webhook_id' | 'url'>;

/** Counts the requests in flight, so that no host, account or endpoint takes them all. */
@Injectable()
export class Slots {
  inFlight = 0;
  private readonly hosts = new Map<string, number>();
  private readonly accounts = new Map<string, number>();
  /** Counts the requests of one account to one host. */
  private readonly shares = new Map<string, number>();
  private readonly endpoints = new Map<string, number>();

  isFree(endpoint: Target): boolean {
    const { host, account, share, key } = namesOf(endpoint);
    const freeOfHost = MOST_OF_HOST - (this.hosts.get(host) ?? 0);
    // An account that hangs leaves as many to the others as it has itself: each slot that it takes is one less of
    // these, too.
    const freeOfShare = Math.ceil((freeOfHost - (this.shares.get(share) ?? 0)) / 2);
    return (
      this.inFlight < MOST &&
      // An endpoint leaves half of what its account may take.
      (this.endpoints.get(key) ?? 0) < freeOfShare &&
      (this.accounts.get(account) ?? 0) < MOST_OF_ACCOUNT
    );
  }

  take(endpoint: Target): () => void {
    const { host, account, share, key } = namesOf(endpoint);
    const add = (count: 1 | -1) => {
      this.inFlight += count;
      note(this.hosts, host, count);
      note(this.accounts, account, count);
      note(this.shares, share, count);
      note(this.endpoints, key, count);
    };
    add(1);
    return () => add(-1);
  }
}

function note(counts: Map<string, number>, name: string, count: number): void {
  const sum = (counts.get(name) ?? 0) + count;
  if (sum) counts.set(name, sum);
  else counts.delete(name);
}

interface Names {
  readonly host: string;
  readonly account: string;
  readonly share: string;
  readonly key: string;
}

const names = new WeakMap<Target, Names>();
function namesOf(endpoint: Target): Names {
  const known = names.get(endpoint) ?? namesFor(endpoint);
  names.set(endpoint, known);
  return known;
}

function namesFor(endpoint: Target): Names {
  // A name with a full stop at its end is the same host.
  const host = new URL(endpoint.url).hostname.replace(/\.$/, '');
  const account = String(endpoint.account_id);
  return { host, account, share: `${account} ${host}`, key: endpointKey(endpoint) };
}
