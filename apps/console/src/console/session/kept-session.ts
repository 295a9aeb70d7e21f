const STORE = 'session';
const OTHERS = 'others';

/** A session as the browser keeps it. Its key signs, and no script can read it. */
export interface KeptSession {
  readonly domain: string;
  readonly apiKey: string;
  readonly session: number;
  readonly key: CryptoKey;
  readonly hasPin: boolean;
  readonly isLocked: boolean;
}

/** Reads the session of an earlier visit. */
export const readKept = (): Promise<KeptSession | undefined> =>
  inStore('readonly', (store) => store.get(STORE)).catch(() => undefined);

export const keep = (session: KeptSession): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(session, STORE));

export const forgetKept = (): Promise<unknown> => inStore('readwrite', (store) => store.delete(STORE));

/** The locked sessions of other people at this till. Each opens by its PIN. */
export const readOthers = (): Promise<readonly KeptSession[]> =>
  inStore<readonly KeptSession[] | undefined>('readonly', (store) => store.get(OTHERS)).then(
    (others) => others ?? [],
    () => [],
  );

export const keepOthers = (sessions: readonly KeptSession[]): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(sessions, OTHERS));

export const isSamePerson = (one: KeptSession, other: KeptSession): boolean =>
  one.domain === other.domain && one.apiKey === other.apiKey;

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open('stockbook', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no data for this page.'));
  });
