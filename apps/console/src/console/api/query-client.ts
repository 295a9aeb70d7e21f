import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endSession, onSessionChange } from '../session/session.js';
import { isEndOfSession } from '../server/failures.js';

const leaveIfEnded = (error: Error): void => {
  if (isEndOfSession(error)) void endSession('ended');
};

/** The client repeats requests itself, so no query is repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfEnded }),
  mutationCache: new MutationCache({ onError: leaveIfEnded }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});

// The next user sees nothing that this one has read.
let last: number | undefined;
onSessionChange((session) => {
  if (session?.session !== last) queryClient.clear();
  last = session?.session;
});
