import { StockbookError } from '@stockbook/client';
import { useEffect } from 'react';
import { isIdle, noteActivity } from './kept-session.js';
import { endSession, leaveTill, markLocked, type SignedIn } from './session.js';

const CHECK_MS = 5_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks a session that has a PIN at once. The page that asks for the PIN tells the server, as soon as it answers. */
export const lock = (): Promise<void> => markLocked(true);

/** Locks the session and shows the people of this till. */
export async function switchUser({ api }: SignedIn): Promise<void> {
  await leaveTill();
  await api.request('sign_in/lock');
}

export async function unlock({ api }: SignedIn, pin: string): Promise<void> {
  const give = () => api.request('sign_in/unlock', { pin }, { retries: 0 });
  await give().catch(async (error: unknown) => {
    if (!isRefusedUnseen(error)) throw error;
    await api.request('sign_in/lock');
    await give();
  });
  await markLocked(false);
}

/** The server looks at the PIN of a session only if it knows that it is locked. */
const isRefusedUnseen = (error: unknown): boolean =>
  error instanceof StockbookError && error.status === 401 && error.details.every(({ field }) => field !== 'pin');

/** Locks the session after a pause. Without a PIN it goes on, but on a shared computer it ends. */
export function useIdleLock({ hasPin, isKept }: SignedIn): void {
  useEffect(() => {
    if (!hasPin && isKept) return undefined;
    const leaveIfIdle = () => {
      if (isIdle(isKept)) void (hasPin ? lock() : endSession('left'));
      return isIdle(isKept);
    };
    // After a sleep of the computer, a key may be pressed before the timer runs.
    const live = () => leaveIfIdle() || noteActivity(isKept);
    const timer = setInterval(leaveIfIdle, CHECK_MS);
    document.addEventListener('visibilitychange', leaveIfIdle);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', leaveIfIdle);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, live, { capture: true });
    };
  }, [hasPin, isKept]);
}
