import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMyself } from '../../api/rights.js';
import { useSession } from '../../session/session.js';
import { MoveList, type MoveView } from './move-list.js';

const EMPTY: MoveView = { lines: [], isAway: false };
const listenToNothing = () => () => undefined;
const readNothing = () => EMPTY;

/**
 * Opens the lines of the user. One tab has them at a time: two would send them side by side. Without a list they are
 * being read, or another tab has them.
 */
export function useMoveList() {
  const { session } = useSession();
  const { view_cost } = useMyself();
  const router = useRouter();
  const [list, setList] = useState<MoveList>();
  useEffect(() => {
    if (!session) return undefined;
    const { pathname } = router.latestLocation;
    // A lock of the till hides the page, which is still the same when its user is back.
    const isPageLeft = () => router.latestLocation.pathname !== pathname;
    const leaving = new AbortController();
    const left = new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));
    void navigator.locks
      .request(`stockbook-stock ${session.domain} ${session.apiKey}`, { signal: leaving.signal }, async () => {
        const opened = await MoveList.open(session, view_cost);
        setList(opened);
        await left;
        await opened.close(isPageLeft());
      })
      .catch(() => undefined);
    return () => {
      setList(undefined);
      leaving.abort();
    };
  }, [session, view_cost, router]);
  const view = useSyncExternalStore(list?.subscribe ?? listenToNothing, list?.read ?? readNothing);
  return { list, view };
}
