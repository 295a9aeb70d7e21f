import { sign } from '@stockbook/auth';
import type { FaultCode, Service } from '@stockbook/contracts';
import { requestKey } from '@stockbook/gateway';
import type { Random } from '../../random.js';
import type { ExpectedLine, ExpectedRecord, Journal, Write } from '../journal.js';
import type { ShopAccount } from '../shop.js';

/** The context of a client's requests. `token` returns a text that is unique in the run. */
export interface Desk {
  readonly account: ShopAccount;
  readonly random: Random;
  readonly journal: Journal;
  readonly token: () => string;
}

export type Made = Pick<Write, 'service' | 'path'> & {
  readonly body: object;
  readonly mayBe?: readonly FaultCode[];
  readonly needs?: Service;
};

/** Under a key, so that each kind of write is done once, however often it is sent. */
export const writeOf = (
  { account, token }: Desk,
  { service, path, body, mayBe = [], needs }: Made,
  outcome: Pick<Write, 'done' | 'refused'>,
): Write => {
  const idempotency_key = token();
  const text = sign(`/${path}`, { ...body, idempotency_key }, account.credentials);
  const request_key = requestKey(account.user_id, path, idempotency_key);
  return { account, service, path, mayBe, text, request_key, ...(needs && { needs }), ...outcome };
};

/** One to three lines, each of another item. */
export const drawDistinctLines = ({ account: { goods }, random }: Desk, most = 3): ExpectedLine[] =>
  random
    .shuffled(goods.all)
    .slice(0, random.between(1, most))
    .map((item_id) => ({ item_id, quantity: random.between(1, 4) }));

/** A line of a bundle of the account, whichever client made it; none without a bundle. */
export function drawBundleLine({ account: { account_id }, random, journal }: Desk): ExpectedLine[] {
  const bundles = journal.records.filter((record) => record.kind === 'bundle' && record.account_id === account_id);
  return bundles.length ? [{ item_id: random.pick(bundles).id, quantity: random.between(1, 2) }] : [];
}

/** An id of an answer. */
export function idOf(answer: object, key: string): number {
  const id: unknown = Object.getOwnPropertyDescriptor(answer, key)?.value;
  if (typeof id !== 'number') throw new Error(`An answer has no ${key}: ${JSON.stringify(answer)}`);
  return id;
}

/** Takes a record back that can be changed again. */
export type Keep<R> = (record: R) => void;

/** A write that adds a record. */
export function addRecord(
  desk: Desk,
  made: Made,
  { key, ...known }: Pick<ExpectedRecord, 'kind' | 'token' | 'lines' | 'job'> & { readonly key: string },
  keep: Keep<ExpectedRecord>,
): Write {
  const { account, journal } = desk;
  return writeOf(desk, made, {
    done: (answer) => {
      const record = { ...known, account_id: account.account_id, id: idOf(answer, key), deleted: false };
      journal.records.push(record);
      keep(record);
    },
    refused: () => undefined,
  });
}

/** A write that changes records, which can be changed again whether it is done or refused. */
export function changeRecord(desk: Desk, made: Made, kept: () => void, apply: (answer: object) => void): Write {
  const done = (answer: object) => {
    apply(answer);
    kept();
  };
  return writeOf(desk, made, { done, refused: kept });
}
