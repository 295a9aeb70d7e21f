import { useRef } from 'react';

/** A scanner types faster than people do. */
const SCANNER_MS = 30;

/** Tells whether a field was filled by a scanner: `note` takes each key, `isBurst` judges those since `reset`. */
export function useBurst() {
  const keys = useRef({ first: 0, last: 0, count: 0 });
  return {
    note: () => {
      const now = performance.now();
      const { first, count } = keys.current;
      keys.current = { first: count ? first : now, last: now, count: count + 1 };
    },
    isBurst: () => {
      const { first, last, count } = keys.current;
      return count > 2 && (last - first) / (count - 1) < SCANNER_MS;
    },
    reset: () => {
      keys.current = { first: 0, last: 0, count: 0 };
    },
  };
}
