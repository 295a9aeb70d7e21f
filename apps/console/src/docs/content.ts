// The shapes of what tools/console/content makes at build time.

export interface Contents {
  readonly guides: readonly { readonly title: string; readonly guides: readonly GuideTitle[] }[];
  readonly resources: readonly ResourceTitle[];
  /** The names of the files that guides link to. */
  readonly files: readonly string[];
}

export interface GuideTitle {
  readonly slug: string;
  readonly title: string;
}

export interface ResourceTitle {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly { readonly path: string; readonly summary: string }[];
}

export type Inline =
  | string
  | readonly ['code', string]
  | readonly ['strong' | 'em', readonly Inline[]]
  | readonly ['a', readonly Inline[], string];

export type Block =
  | { readonly is: 'heading'; readonly level: number; readonly id: string; readonly text: readonly Inline[] }
  | { readonly is: 'text'; readonly text: readonly Inline[] }
  | { readonly is: 'code'; readonly language: string; readonly text: string }
  | { readonly is: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly is: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly is: 'note'; readonly blocks: readonly Block[] };
type Cell = readonly Inline[];

export interface Field {
  readonly name: string;
  readonly type: string;
  /** The schema that the field consists of. */
  readonly of?: string;
  readonly required?: true;
  readonly text?: string;
  readonly limits?: string;
  readonly values?: readonly unknown[];
}

export type Schemas = Readonly<Record<string, readonly Field[]>>;
export type Fields = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isAdditive: boolean;
  readonly isDeprecated: boolean;
  readonly isSigned: boolean;
  /** The names of the schemas whose fields the request has. */
  readonly request: readonly string[];
  /** The schemas that all requests of its kind have. */
  readonly common: readonly string[];
  readonly answer: readonly string[];
  readonly example: Fields;
  readonly answerExample?: Fields;
  readonly statuses: readonly string[];
}

export interface Resource {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
}

export interface SearchEntry {
  readonly at: string;
  readonly title: string;
  /** The guide that a section is of, or a kind. */
  readonly of: string;
  readonly text: string;
  readonly fields?: string;
  /** Words of other products. */
  readonly also?: string;
}
