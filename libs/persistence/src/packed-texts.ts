/** PostgreSQL reads texts in JSON or an array character by character, which costs more than their insert. */
export class PackedTexts {
  private readonly texts: Buffer[] = [];
  private end = 1;

  /** Returns where PostgreSQL finds the text: its first byte, counted from 1, and its number of bytes. */
  add(text: string): { at: number; length: number } {
    const bytes = Buffer.from(text);
    const at = this.end;
    this.texts.push(bytes);
    this.end += bytes.length;
    return { at, length: bytes.length };
  }

  get bytes(): Buffer {
    return Buffer.concat(this.texts);
  }
}

/** Returns SQL for a text of a parameter like `$2`, at a place that columns have. */
export const packedText = (parameter: string, at: string, length: string): string =>
  `convert_from(substring(${parameter}::bytea FROM ${at} FOR ${length}), 'UTF8')`;
