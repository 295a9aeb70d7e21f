import type { Endpoint } from '../endpoint.js';

/** Requests in flight of one replica: in all, to one host whoever sends there, and of one account. */
const [MOST, MOST_OF_HOST, MOST_OF_ACCOUNT] = [256, 16, 64];

/** Counts the requests in flight, so that no host, account or endpoint takes them all. */
export class Slots {
  inFlight = 0;
  private readonly hosts = new Map<string, number>();
  private readonly accounts = new Map<string, number>();

  isFree(endpoint: Endpoint): boolean {
    return (
      this.inFlight < MOST &&
      (this.hosts.get(hostOf(endpoint)) ?? 0) < MOST_OF_HOST &&
      (this.accounts.get(String(endpoint.account_id)) ?? 0) < MOST_OF_ACCOUNT
    );
  }

  /** Takes a slot; the result gives it back. */
  take(endpoint: Endpoint): () => void {
    const [host, account] = [hostOf(endpoint), String(endpoint.account_id)];
    const add = (count: 1 | -1) => {
      this.inFlight += count;
      note(this.hosts, host, count);
      note(this.accounts, account, count);
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

const hosts = new WeakMap<Endpoint, string>();
function hostOf(endpoint: Endpoint): string {
  const known = hosts.get(endpoint) ?? new URL(endpoint.url).hostname;
  hosts.set(endpoint, known);
  return known;
}
