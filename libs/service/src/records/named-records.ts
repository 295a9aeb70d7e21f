import { type Call, type Fault, type RecordOutcome, Refused, type RequestKey } from '@stockbook/contracts';
import { databaseFault, type Db } from '@stockbook/persistence';
import { hash } from 'node:crypto';
import pLimit from 'p-limit';

/** An account may have more transactions at once, so its other writes keep room. */
const SIDE_BY_SIDE = 4;

/** The records that a write names by its batch or by one id. */
export function namedIds<K extends string>(
  key: K,
  input: { readonly [key in K]?: number } & { readonly batch_id?: readonly number[] },
): number[] {
  const { [key]: id, batch_id } = input;
  const ids = [...new Set(batch_id?.length ? batch_id : id ? [id] : [])];
  if (!ids.length) throw new Refused({ code: 'invalid', field: key, message: `${key} or batch_id is required.` });
  return ids;
}

/** Writes the one record that the call names, or each record of its batch in a transaction of its own. */
export async function writeNamed<
  K extends string,
  I extends { readonly [key in K]?: number } & { readonly batch_id?: readonly number[] },
>(
  db: Db,
  call: Call<I>,
  key: K,
  write: (call: Call<I & Record<K, number>>) => Promise<object>,
): Promise<{ results?: (RecordOutcome & Record<K, number>)[] }> {
  const { input, request_key } = call;
  const ids = namedIds(key, input);
  const inputOf = (id: number) => ({ ...input, [key]: id }) as I & Record<K, number>;
  if (!input.batch_id?.length) return write({ ...call, input: inputOf(ids[0]!) });
  await db.refuseRepeated(call);
  const each = async (id: number) => {
    const own = { ...call, input: inputOf(id), ...(request_key && { request_key: keyOf(request_key, id) }) };
    const faults = await faultsOf(write(own).catch((failure: unknown) => db.replayOf(own, failure)));
    const outcome = faults.length ? { error: faults.map(({ message }) => message), error_details: [...faults] } : {};
    return { [key]: id, success: !faults.length, ...outcome } as RecordOutcome & Record<K, number>;
  };
  const results = await pLimit(SIDE_BY_SIDE).map(ids, each);
  return db.transact(call, () => Promise.resolve({ results }));
}

/** A request that is sent again does nothing to the records that it changed before. */
function keyOf({ key, signature, ...rest }: RequestKey, id: number): RequestKey {
  const placed = (proof: string) => hash('sha256', `${proof}\n${id}`, 'hex').slice(0, proof.length);
  return { ...rest, key: placed(key), ...(signature !== undefined && { signature: placed(signature) }) };
}

async function faultsOf(writing: Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await writing;
    return [];
  } catch (error) {
    if (error instanceof Refused) return error.faults;
    const away = databaseFault(error);
    if (!away) throw error;
    return [away];
  }
}
