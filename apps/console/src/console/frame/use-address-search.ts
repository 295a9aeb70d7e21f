import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Returns a function that changes values of the address. A list begins anew at its first page unless one is named. */
export function useAddressSearch<T extends object>(from: string): (change: Partial<T>, isTyping?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, isTyping = false) =>
      // Typing makes no entry in the history, so Back leads to the page before.
      void navigate({
        from: from as never,
        search: ((former: T) => ({ ...former, page: undefined, ...change })) as never,
        replace: isTyping,
        resetScroll: false,
      }),
    [navigate, from],
  );
}
