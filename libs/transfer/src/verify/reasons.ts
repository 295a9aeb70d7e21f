import { type Operations, StockbookError } from '@stockbook/client';
import type { Endpoint } from '@stockbook/contracts';
import { randomUUID } from 'node:crypto';
import type { Known } from '../import/journal.js';
import { faultsOf, sendRecord } from '../import/send.js';
import { sentencesOf } from '../mapping/line-fault.js';
import type { Tree } from '../mapping/tree.js';
import type { Difference } from '../records/differences.js';
import { isRecord, type Shown } from '../records/lists.js';
import type { Resource } from '../resources.js';
import { changesSince, endIn, lossIn } from './later-changes.js';
import { movedSince } from './later-movements.js';

interface Circumstances {
  readonly input: Shown;
  readonly record: Shown;
  readonly resource: Resource;
  readonly known: Known | undefined;
}

/** A record shows whole seconds. */
const secondOf = (known: Known | undefined): string | undefined => known && `${known.at.slice(0, 19)}Z`;

/** Proves by what the account shows why records are not as the file has them. */
export class Reasons {
  constructor(private readonly client: Operations) {}

  /** Returns the reason for a field; undefined if there is no proof. */
  async ofField(difference: Difference, circumstances: Circumstances): Promise<string | undefined> {
    const { field } = difference;
    if (/^locations\[.*\.quantity$/.test(field)) return this.ofQuantity(difference, circumstances);
    if (await isCleaned(difference)) return 'what could run was taken out of the description';
    const { record, resource, known } = circumstances;
    const name = `${resource.path}/${Number(record[resource.id])}`;
    return lossIn(await changesSince(this.client, name, secondOf(known)), difference, circumstances);
  }

  /** Returns why a record that the import has brought is gone. */
  async ofLoss({ path }: Resource, known: Known): Promise<string | undefined> {
    return endIn(await changesSince(this.client, `${path}/${known.id}`, secondOf(known)));
  }

  /** Returns why the server would refuse to add a record; undefined if it would not. */
  async ofRefusal({ path }: Endpoint, body: Tree): Promise<string | undefined> {
    try {
      await sendRecord(this.client, path, body, `verify:${randomUUID()}`, true);
      return undefined;
    } catch (error) {
      const isForbidden = error instanceof StockbookError && error.status === 403;
      return isForbidden ? undefined : `not imported: ${sentencesOf(faultsOf(error))}`;
    }
  }

  private async ofQuantity(
    { field, given }: Difference,
    { record, known }: Circumstances,
  ): Promise<string | undefined> {
    const location_id = Number(/location_id (\d+)/.exec(field)?.[1]);
    const places = Array.isArray(record['locations']) ? record['locations'].filter(isRecord) : [];
    const place = places.find((each) => each['location_id'] === location_id);
    const level = { item_id: Number(record['item_id']), location_id, given: Number(given) };
    const { on_hand, reserved } = place ?? {};
    return movedSince(this.client, { ...level, on_hand: Number(on_hand), reserved: Number(reserved) }, secondOf(known));
  }
}

async function isCleaned({ field, given, shown }: Difference): Promise<boolean> {
  if (!/(^|\.)description$/.test(field)) return false;
  const { safeHtml } = await import('@stockbook/contracts/safe-html');
  return safeHtml(String(given)) === shown;
}
