/** Says how a cell becomes the value of a field, in the order of these steps. */
export interface ColumnRule {
  /** The field, or several that get the same value; with `split` the first words and the rest. */
  readonly to: string | readonly string[];
  /** A pattern whose match is cut out. */
  readonly cut?: string;
  /** Replaces whole cells. `*` stands for all others. */
  readonly values?: Readonly<Record<string, string>>;
  /** The mark before decimals; points between thousands go when it is a comma. */
  readonly decimal?: ',' | '.';
  /** Multiplies a number, exactly. */
  readonly times?: string;
  /** The form of dates, in Luxon's tokens like `M/d/yyyy H:mm`; the account's time zone counts. */
  readonly date?: string;
  /** Splits a cell: over several fields, or into the elements of a list. */
  readonly split?: string;
}

/** Says which column of a file is which field of a resource. */
export interface Mapping {
  readonly about?: string;
  readonly resource: string;
  /** The field that names a record which may be there already. */
  readonly key?: string;
  /** Rows that follow each other with the same value of this column are one record; `*`: all rows are. */
  readonly group?: string;
  /** Only the first row with a value of this column counts. */
  readonly once?: string;
  /** Empty cells of these columns have the value above, while the column `by` has the same value. */
  readonly fill?: { readonly by: string; readonly columns: readonly string[] };
  /** `null` leaves a column out. A name may end with `*`. */
  readonly columns: Readonly<Record<string, string | ColumnRule | null>>;
  /** Values of fields that no column has. */
  readonly constants?: Readonly<Record<string, string>>;
  /** Fields whose text has the cells of several columns, like `{Title} {Option1 Value}`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Fields that the user must give by `--set`, with what they mean. */
  readonly asks?: Readonly<Record<string, string>>;
  /** Rows count only if the cells of these columns match these patterns. */
  readonly only?: Readonly<Record<string, string>>;
  /** Rows do not count if a cell matches. */
  readonly skip?: Readonly<Record<string, string>>;
  /** `ignore`: columns that are not named are left out. */
  readonly others?: 'ignore';
}
