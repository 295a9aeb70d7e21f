export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Begins each work when the one before has ended, also if that failed. */
export function oneAfterTheOther(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
