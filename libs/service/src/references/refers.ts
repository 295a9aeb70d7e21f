/** A reference that keeps its target: the target's delete is refused while a row of this service refers to it. */
export interface CheckedReference {
  readonly to: string;
  /** The refusal between the target and the row: `is still the brand of`. */
  readonly refusal: string;
  /** SQL for the states of the row in which the reference counts; all, where there is none. */
  readonly counts?: string;
  /** SQL for the rows that refer to `$2`, where the column neither is it nor holds it. */
  readonly holds?: string;
  /** The column of the target that the reference names, where that is not its id. */
  readonly by?: 'code';
  /** The column that names the row in the refusal, where that is not `name`. */
  readonly named?: string;
  /** SQL for `hidden` with these channel groups, where the row's own columns do not say it. */
  readonly hidden?: (row: { readonly table: string; readonly key: string }, groups: string) => string;
}

/** A reference whose target other code looks after. `apart` says which, and why. */
export interface ReferenceApart {
  readonly to: string;
  readonly apart: string;
  readonly by?: 'code';
}

/** A reference whose row does without the target. `kept` says how. */
export interface KeptReference {
  readonly to: string;
  readonly kept: string;
  readonly by?: 'code';
}

/** `to` is the target's noun in messages: `order status`. */
export type Reference = (CheckedReference | ReferenceApart | KeptReference) & {
  /** The fields of requests that hold it, where they are not called like the column. */
  readonly fields?: readonly string[];
  /** The states of `counts` in words: `that is open`. */
  readonly state?: string;
  /** Says why, or what else happens. */
  readonly note?: string;
};

type References = Reference | readonly Reference[];

const declared = new Map<unknown, Readonly<Record<string, References>>>();

/** Declares the references of an entity by the column that holds them. */
export const Refers =
  <C extends string>(references: Readonly<Record<C, References>>) =>
  (row: new () => Readonly<Record<C, unknown>>): void => {
    if (declared.has(row)) throw new Error(`${row.name} declares its references twice.`);
    declared.set(row, references);
  };

export const referencesOf = (row: unknown): readonly (Reference & { readonly column: string })[] =>
  Object.entries(declared.get(row) ?? {}).flatMap(([column, references]) =>
    [references].flat().map((reference) => ({ ...reference, column })),
  );

export const OF_CHANNEL_GROUP: CheckedReference = { to: 'channel group', refusal: 'is still the channel group of' };
