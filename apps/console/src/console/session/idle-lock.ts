import { useEffect } from 'react';
import { wordsOf } from '../server/failures.js';
import { endSession, leaveTill, markLocked, type SignedIn } from './session.js';

const IDLE_MS = 10 * 60_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks a session that has a PIN. Until its PIN is given, the server takes no other request of it. */
export async function lock({ api }: SignedIn): Promise<void> {
  await api.request('sign_in/lock');
  await markLocked(true);
}

/** Locks the session and shows the people of this till. */
export async function switchUser({ api }: SignedIn): Promise<void> {
  await api.request('sign_in/lock');
  await leaveTill();
}

export async function unlock({ api }: SignedIn, pin: string): Promise<void> {
  await api.request('sign_in/unlock', { pin }, { retries: 0 });
  await markLocked(false);
}

/** Locks the session after a pause. Without a PIN it goes on, but on a shared computer it ends. */
export function useIdleLock(session: SignedIn): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      if (session.hasPin) void lock(session).catch((error: unknown) => reportError(wordsOf(error)));
      else if (!session.isKept) void endSession('left');
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, IDLE_MS);
    };
    wait();
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, wait);
    };
  }, [session]);
}
