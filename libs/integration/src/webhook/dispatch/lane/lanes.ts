import { type Endpoint, endpointKey } from './endpoint.js';
import type { Lane } from './lane.js';

/** The bodies in memory are limited for one endpoint and for all, which share them. A body has 256 KiB at most. */
const [MOST_BYTES, MOST_BYTES_OF_ALL] = [4 * 1024 * 1024, 64 * 1024 * 1024];

/** The endpoints that a replica owns, in the order of their turns. */
export class Lanes {
  private readonly byKey = new Map<string, Lane>();
  /** Maps accounts to their lanes; the account that was served last is at the end. */
  private readonly accounts = new Map<number, Set<Lane>>();

  get size(): number {
    return this.byKey.size;
  }

  /** Returns the bytes that the bodies of each endpoint may have in memory. */
  get bytesOfEach(): number {
    return Math.min(MOST_BYTES, MOST_BYTES_OF_ALL / this.size);
  }

  get all(): Lane[] {
    return [...this.byKey.values()];
  }

  get(key: string): Lane | undefined {
    return this.byKey.get(key);
  }

  /** Returns false once another replica has taken the endpoint over, or this one has taken it anew. */
  has(lane: Lane): boolean {
    return this.byKey.get(endpointKey(lane.endpoint)) === lane;
  }

  add(lane: Lane): void {
    this.delete(lane.endpoint);
    const { account_id } = lane.endpoint;
    this.byKey.set(endpointKey(lane.endpoint), lane);
    this.accounts.set(account_id, (this.accounts.get(account_id) ?? new Set<Lane>()).add(lane));
  }

  delete(endpoint: Pick<Endpoint, 'account_id' | 'webhook_id'>): void {
    const lane = this.byKey.get(endpointKey(endpoint));
    if (!lane) return;
    this.byKey.delete(endpointKey(endpoint));
    const own = this.accounts.get(endpoint.account_id);
    own?.delete(lane);
    if (!own?.size) this.accounts.delete(endpoint.account_id);
  }

  /** Takes turns of accounts, then of their lanes, over several calls, so that scarce slots rotate. */
  serve(send: (lane: Lane) => boolean): void {
    // The iteration meets an account again that moves to the end.
    for (const [account_id, own] of this.accounts) {
      for (const lane of own) {
        if (!send(lane)) continue;
        moveToEnd(own, lane);
        this.accounts.delete(account_id);
        this.accounts.set(account_id, own);
        break;
      }
    }
  }
}

function moveToEnd(lanes: Set<Lane>, lane: Lane): void {
  lanes.delete(lane);
  lanes.add(lane);
}
