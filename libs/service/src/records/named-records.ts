import { placedProof } from '@stockbook/auth';
import { type Call, isUnanswered, type RecordOutcome, Refused, type RequestKey } from '@stockbook/contracts';
import { databaseFault, type Db } from '@stockbook/persistence';
import pLimit from 'p-limit';

/** An account may have more transactions at once, so its other writes keep room. */
const SIDE_BY_SIDE = 4;

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
  let isFinal = true;
  const each = async (id: number) => {
    const own = { ...call, input: inputOf(id), ...(request_key && { request_key: keyOf(request_key, id) }) };
    const refusal = await refusalOf(write(own).catch((failure: unknown) => db.replayOf(own, failure)));
    if (isUnanswered(refusal)) isFinal = false;
    const faults = refusal && [...refusal.faults];
    const outcome = faults && { error: faults.map(({ message }) => message), error_details: faults };
    return { [key]: id, success: !refusal, ...outcome } as RecordOutcome & Record<K, number>;
  };
  const results = await pLimit(SIDE_BY_SIDE).map(ids, each);
  // A repetition of this request may still change the records that were locked or came too late.
  return isFinal ? db.transact(call, () => Promise.resolve({ results })) : { results };
}

/** A request that is sent again does nothing to the records that it changed before. */
function keyOf({ key, signature, ...rest }: RequestKey, id: number): RequestKey {
  return {
    ...rest,
    key: placedProof(key, id),
    ...(signature !== undefined && { signature: placedProof(signature, id) }),
  };
}

async function refusalOf(writing: Promise<unknown>): Promise<Refused | undefined> {
  try {
    await writing;
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    const away = databaseFault(error);
    if (!away) throw error;
    return new Refused(away);
  }
}
