import { Injectable } from '@nestjs/common';
import { type Endpoint, endpointKey } from '../endpoint.js';

/** Requests in flight of one replica: in all, to one host whoever sends there, and of one account. */
const [MOST, MOST_OF_HOST, MOST_OF_ACCOUNT] = [256, 16, 64];

type Target = Pick<Endpoint, 'account_id' | 'webhook_id' | 'url'>;

/** Counts the requests in flight, so that no host, account or endpoint takes them all. */
@Injectable()
export class Slots {
  inFlight = 0;
  private readonly hosts = new Map<string, number>();
  private readonly accounts = new Map<string, number>();
  private readonly endpoints = new Map<string, number>();

  isFree(endpoint: Target): boolean {
    const { host, account, key } = namesOf(endpoint);
    const freeOfHost = MOST_OF_HOST - (this.hosts.get(host) ?? 0);
    return (
      this.inFlight < MOST &&
      // One that hangs leaves as many to the others as it has itself.
      (this.endpoints.get(key) ?? 0) < freeOfHost &&
      (this.accounts.get(account) ?? 0) < MOST_OF_ACCOUNT
    );
  }

  /** Takes a slot; the result gives it back. */
  take(endpoint: Target): () => void {
    const { host, account, key } = namesOf(endpoint);
    const add = (count: 1 | -1) => {
      this.inFlight += count;
      note(this.hosts, host, count);
      note(this.accounts, account, count);
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
  readonly key: string;
}

const names = new WeakMap<Target, Names>();
function namesOf(endpoint: Target): Names {
  const known = names.get(endpoint) ?? {
    // A name with a full stop at its end is the same host.
    host: new URL(endpoint.url).hostname.replace(/\.$/, ''),
    account: String(endpoint.account_id),
    key: endpointKey(endpoint),
  };
  names.set(endpoint, known);
  return known;
}
