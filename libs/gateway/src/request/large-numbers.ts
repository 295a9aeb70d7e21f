import { numberFaultsIn, type NumberRule } from '@stockbook/auth';
import { batch, type Endpoint, fieldNamed, operations } from '@stockbook/contracts';
import { batchedPath } from './http-request.js';

const isInRequest = ({ path }: Endpoint, [list, field]: readonly string[]): boolean =>
  path === batch.path && list === 'requests' && field === 'body';

/**
 * Numbers in unknown fields are not judged; those of codes have to stand in quotes. Those in the requests of a batch
 * are left to the operation of each.
 */
export const numbersOf =
  (endpoint: Endpoint): NumberRule =>
  (names) => {
    const field = isInRequest(endpoint, names) ? undefined : fieldNamed(endpoint, names);
    return field && (field.isText ? 'code' : 'number');
  };

/** Finds the requests of a batch that have large numbers, and judges each alone, so that it fails no other. */
export class BatchedNumbers {
  /** Offset of the key `body` of each request that has a large number. */
  private readonly bodyKeyAt = new Map<number, number>();
  private readonly ofBatch = numbersOf(batch);

  readonly rule: NumberRule = (names, trail) => {
    const [, entry = 0, keyAt = 0] = trail;
    // The trail is another if `requests` is no list of objects, which is refused later.
    if (isInRequest(batch, names) && entry < 0 && keyAt > 0) this.bodyKeyAt.set(-1 - entry, keyAt);
    return this.ofBatch(names, trail);
  };

  get areMet(): boolean {
    return this.bodyKeyAt.size > 0;
  }

  /** Returns the faults of each request that has some, as the request would have them alone. */
  faultsIn(bytes: Buffer, { requests }: Readonly<Record<string, unknown>>): ReadonlyMap<number, readonly string[]> {
    const found = new Map<number, readonly string[]>();
    if (!Array.isArray(requests)) return found;
    for (const [index, keyAt] of this.bodyKeyAt) {
      const { path } = requests[index] as { path?: unknown };
      const operation = typeof path === 'string' ? operations.get(batchedPath(path)) : undefined;
      const faults = operation ? numberFaultsIn(bytes, keyAt, numbersOf(operation)) : [];
      if (faults.length) found.set(index, faults);
    }
    return found;
  }
}
