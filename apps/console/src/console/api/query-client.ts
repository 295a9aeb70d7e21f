import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endSession, onOtherSession, onSessionChange } from '../session/session.js';
import { isEndOfSession, isPassing, RETRY_MS } from '../server/failures.js';

const leaveIfEnded = (error: Error): void => {
  if (isEndOfSession(error)) void endSession('ended');
};

/** The client repeats requests itself. A page goes on by itself when a server that was away is back. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfEnded }),
  mutationCache: new MutationCache({ onError: leaveIfEnded }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      refetchInterval: ({ state }) => isPassing(state.error) && RETRY_MS,
    },
  },
});

// The next user sees nothing that this one has read.
onOtherSession(() => queryClient.clear());

// Hidden pages watch nothing. Without what they have read, their forms would begin anew after the PIN.
onSessionChange((session) => {
  if (!session?.isLocked) return;
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' }))
    query.setOptions({ ...query.options, gcTime: Infinity });
});
