const STORE = 'session';
const OTHERS = 'others';
const ACTIVE = 'stockbook-active';
const IDLE_MS = 10 * 60_000;
const NOTED_MS = 5_000;
const tabs = new BroadcastChannel('stockbook-session');

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

export async function keep(session: KeptSession): Promise<void> {
  await inStore('readwrite', (store) => store.put(session, STORE));
  tabs.postMessage(null);
}

/** Forgets this session. Another tab may have kept that of another person since. */
export async function forgetKept({ session }: KeptSession): Promise<void> {
  if ((await readKept())?.session === session) await inStore('readwrite', (store) => store.delete(STORE));
}

/** Listens to the other tabs of this browser, which share the kept session. */
export const onKept = (listener: (kept: KeptSession) => void): void =>
  tabs.addEventListener('message', () => void readKept().then((kept) => kept && listener(kept)));

/** The locked sessions of other people at this till. Each opens by its PIN. */
export const readOthers = (): Promise<readonly KeptSession[]> =>
  inStore<readonly KeptSession[] | undefined>('readonly', (store) => store.get(OTHERS)).then(
    (others) => others ?? [],
    () => [],
  );

export const keepOthers = (sessions: readonly KeptSession[]): Promise<unknown> =>
  inStore('readwrite', (store) => store.put(sessions, OTHERS));

/** The tabs of a kept session share its signs of life. On a shared computer each tab has a session of its own. */
const placeOf = (isKept: boolean): Storage => (isKept ? localStorage : sessionStorage);

/** A clock that was set back makes a time of the future, which is as old as one of the past. */
const idleFor = (isKept: boolean): number => Math.abs(Date.now() - Number(placeOf(isKept).getItem(ACTIVE)));

export const isIdle = (isKept: boolean): boolean => idleFor(isKept) > IDLE_MS;

export function noteActivity(isKept: boolean): void {
  if (idleFor(isKept) > NOTED_MS) placeOf(isKept).setItem(ACTIVE, String(Date.now()));
}

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
