/** A response of type `O` whose records are JSON texts already. */
export class WrittenAnswer<O extends object> {
  /** Only the type has it. */
  declare readonly response?: O;

  private constructor(
    private readonly head: object,
    private readonly list: string,
    private readonly records: readonly string[],
  ) {}

  static page<O extends object, L extends keyof O & string>(
    head: Omit<O, L>,
    list: L,
    records: readonly string[],
  ): WrittenAnswer<O> {
    return new WrittenAnswer(head, list, records);
  }

  json(shownHead: (head: object) => object): string {
    const start = JSON.stringify({ ...shownHead(this.head), [this.list]: [] }).slice(0, -2);
    return `${start}${this.records.join()}]}`;
  }
}

/** Returns one record of two objects, the first of which is JSON already; neither is empty. */
export const joinedJson = (json: string, rest: object): string =>
  `${json.slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
