import { useEffect, useState } from 'react';

/** Holds the records that somebody has chosen of a list. Those that another list hides are not changed unseen. */
export function useChosen(list: object) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const name = JSON.stringify(list);
  useEffect(() => setChosen(new Set()), [name]);
  return [chosen, setChosen] as const;
}
