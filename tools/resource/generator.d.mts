/** The part of Nx's tree of files that the generator uses. */
export interface Files {
  readonly root: string;
  exists(file: string): boolean;
  read(file: string, encoding: 'utf-8'): string | null;
  write(file: string, text: string): void;
  children(folder: string): string[];
}

export interface Options {
  readonly path: string;
  readonly fields?: string;
  readonly plural?: string;
  readonly module?: string;
}

/** Returns what prints the steps that are left. */
export default function resource(files: Files, options: Options): Promise<() => void>;
