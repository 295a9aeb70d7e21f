import { Stockbook } from '@stockbook/client';
import { useSyncExternalStore } from 'react';
import { SERVER } from '../server/server.js';
import {
  forgetKept,
  isIdle,
  isSamePerson,
  keep,
  keepOthers,
  type KeptSession,
  noteActivity,
  onKept,
  readKept,
  readOthers,
} from './kept-session.js';

/** No user is signed in after a session that has ended, or that its user has left. */
type Absence = 'none' | 'ended' | 'left';

export interface SignedIn extends KeptSession {
  readonly api: Stockbook;
  /** A shared computer keeps nothing beyond the page. */
  readonly isKept: boolean;
}

let current: SignedIn | undefined;
let absence: Absence = 'none';
const listeners = new Set<(session: SignedIn | undefined) => void>();

function become(next: SignedIn | undefined, why: Absence = 'none'): void {
  [current, absence] = [next, why];
  for (const listener of listeners) listener(next);
}

const withApi = (kept: KeptSession, isKept: boolean): SignedIn => ({
  ...kept,
  isKept,
  api: new Stockbook({ url: SERVER, ...kept }),
});

export async function restoreSession(): Promise<SignedIn | undefined> {
  const kept = await readKept();
  if (kept) become(withApi({ ...kept, isLocked: kept.isLocked || (kept.hasPin && isIdle(true)) }, true));
  return current;
}

// Another tab has locked or unlocked the session that both share.
onKept((kept) => {
  if (kept.session === current?.session && kept.isLocked !== current.isLocked) become(withApi(kept, true));
});

export async function beginSession(session: KeptSession, isKept: boolean): Promise<void> {
  noteActivity(isKept);
  if (isKept) {
    await keep(session);
    // A person who begins a session waits at the till no more.
    await keepOthers((await readOthers()).filter((other) => !isSamePerson(other, session)));
  }
  become(withApi(session, isKept));
}

/** Leaves the till to other people. The session waits for its PIN, which the server asks for. */
export async function leaveTill(): Promise<void> {
  if (!current?.isKept) return endSession('left');
  const { api, isKept, ...kept } = current;
  await keepOthers([...(await readOthers()), { ...kept, isLocked: true }]);
  become(undefined);
  await forgetKept(kept);
}

/** Comes back to a session that waits at the till. The page then asks for its PIN. */
export async function returnTo(session: KeptSession): Promise<void> {
  if (current) await leaveTill();
  await beginSession(session, true);
}

export async function markLocked(isLocked: boolean): Promise<void> {
  if (!current) return;
  const { api, isKept, ...kept } = { ...current, isLocked };
  if (!isLocked) noteActivity(isKept);
  become(withApi(kept, isKept));
  if (isKept && (await readKept())?.session === kept.session) await keep(kept);
}

/** Forgets the session; the server has ended it, or is asked to. */
export async function endSession(why: 'ended' | 'left'): Promise<void> {
  const ending = current;
  // The server refuses a locked session until its PIN is given.
  if (!ending || (why === 'ended' && ending.isLocked)) return;
  const kept = await readKept();
  if (current !== ending) return;
  // Another tab may have locked the session that both share, or given the till to another person.
  const isOther = kept && (kept.isLocked || kept.session !== ending.session);
  if (why === 'ended' && ending.isKept && isOther) return become(withApi(kept, true));
  become(undefined, why);
  await forgetKept(ending);
  if (why === 'left') await ending.api.setting.user.endSession({}).catch(() => undefined);
}

export function useSession(): { readonly session: SignedIn | undefined; readonly absence: Absence } {
  const session = useSyncExternalStore(onSessionChange, () => current);
  return { session, absence };
}

/** Tells whether the session is still that of the page. One that is locked or opened again stays the same. */
export const isCurrent = ({ session }: KeptSession): boolean => session === current?.session;

/** The client of the user who is signed in. Pages below the sign-in have one. */
export function api(): Stockbook {
  if (!current) throw new Error('Nobody is signed in.');
  return current.api;
}

/** Returns a function that stops the listening. */
export function onSessionChange(listener: (session: SignedIn | undefined) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Listens to the begin and the end of sessions. One that is locked or opened again stays the same. */
export function onOtherSession(listener: () => void): void {
  let last = current?.session;
  onSessionChange((session) => {
    if (session?.session === last) return;
    last = session?.session;
    listener();
  });
}
