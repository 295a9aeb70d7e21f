import { type Class, fieldsOf, shownDate } from '@stockbook/contracts';

/** A date shows as a text; null shows as an empty one. */
type ColumnOf<V> = null extends V ? never : V | (string extends V ? Date | null : never);
type ShownColumns<S> = { readonly [F in keyof S as object extends Pick<S, F> ? never : F]: ColumnOf<S[F]> };

/** Returns a function that shows a row as a record of the contract, whose fields are columns of the same names. */
export function showAs<S extends object>(record: Class<S>): (row: ShownColumns<S>) => S {
  const names = Object.keys(fieldsOf(record));
  return (row) => {
    const shown: Record<string, unknown> = {};
    for (const name of names) if (name in row) shown[name] = shownColumn(Reflect.get(row, name));
    return shown as S;
  };
}

const shownColumn = (value: unknown): unknown => (value instanceof Date ? shownDate(value) : (value ?? ''));
