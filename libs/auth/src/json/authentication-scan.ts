export interface Claim {
  readonly domain?: unknown;
  readonly api_key?: unknown;
  readonly auth_timestamp?: unknown;
  readonly auth_signature?: unknown;
  readonly auth_session?: unknown;
  /** Offset of the first byte inside the quotes of `auth_signature`, or -1. */
  readonly signatureAt: number;
}

export const authenticationFields = ['domain', 'api_key', 'auth_timestamp', 'auth_signature'] as const;
export const claimFields = [...authenticationFields, 'auth_session'] as const;
type Field = (typeof claimFields)[number];

/** The claim must be among this many first fields; no operation has a tenth of them. */
const MAX_FIELDS = 1_000;
const MAX_VALUE_BYTES = 4_096;
/** Each character may be escaped, in six bytes. */
const MAX_NAME_BYTES = 6 * 'auth_timestamp'.length;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = Buffer.from('"\\,:{}[]');
const names = claimFields.map((field) => [field, Buffer.from(field)] as const);
const SESSION = Buffer.from('auth_session');

const [SPACE, END, OPENING, CLOSING, STRING] = [1, 2, 3, 4, 5];
/** The class of each byte outside of strings; 0 is part of a number or a word. */
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return SPACE!;
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return OPENING!;
  if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return CLOSING!;
  return byte === QUOTE ? STRING! : byte === COMMA || byte === COLON ? END! : 0;
});

type Expected = 'object' | 'name' | 'colon' | 'value' | 'comma' | 'nothing';

/** Finds the claim of an unchecked body while it arrives. `parseStrictJson` refuses repeated keys. */
export class ClaimScan {
  readonly claim: { -readonly [F in keyof Claim]: Claim[F] } = { signatureAt: -1 };
  private found = 0;
  private fields = 0;
  /** Says where the members behind the four required ones begin; -1 once they are read. */
  private restAt = 0;
  private expected: Expected = 'object';
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private nameAt = 0;
  private nameEnd = 0;
  private valueAt = 0;
  private tokenEnd = 0;

  /** `chunk` is the last part of `bytes`, which have arrived so far. */
  add(chunk: Buffer, bytes = chunk): void {
    this.read(chunk, bytes, bytes.length - chunk.length);
    if (this.restAt > 0) this.readRest(chunk, bytes);
  }

  /** Fast path: a search for the name is 30 times cheaper; strict reading refuses a name with escapes later. */
  private readRest(chunk: Buffer, bytes: Buffer): void {
    const from = Math.max(this.restAt, bytes.length - chunk.length - SESSION.length);
    if (!bytes.includes(SESSION, from)) return;
    const rest = this.restAt;
    this.restAt = -1;
    this.expected = 'name';
    this.read(bytes.subarray(rest), bytes, rest);
  }

  private read(chunk: Buffer, bytes: Buffer, offset: number): void {
    for (let at = 0; at < chunk.length && this.expected !== 'nothing';) {
      if (this.isInText && this.depth === 1) at = this.readText(chunk, at);
      else if (this.depth > 1) at = this.readNested(chunk, at);
      else {
        at = this.readToken(chunk, at, bytes, offset);
        continue;
      }
      this.tokenEnd = offset + at;
    }
  }

  private readToken(chunk: Buffer, at: number, bytes: Buffer, offset: number): number {
    const byte = chunk[at]!;
    const kind = KIND[byte];
    if (kind === SPACE) return at + 1;
    const position = offset + at;
    switch (this.expected) {
      case 'object':
        this.depth = 1;
        this.expected = byte === OPEN_BRACE ? 'name' : 'nothing';
        break;
      case 'name':
        this.nameAt = position;
        this.isInText = kind === STRING;
        this.expected = this.isInText ? 'colon' : 'nothing';
        break;
      case 'colon':
        this.nameEnd = this.tokenEnd;
        this.expected = byte === COLON ? 'value' : 'nothing';
        break;
      case 'value':
        this.valueAt = position;
        this.tokenEnd = position + 1;
        this.isInText = kind === STRING;
        if (kind === OPENING) this.depth++;
        this.expected = kind === END || kind === CLOSING ? 'nothing' : 'comma';
        break;
      default:
        if (kind === 0 && position === this.tokenEnd) this.tokenEnd++;
        else this.endMember(byte, bytes, position);
    }
    return at + 1;
  }

  private endMember(byte: number, bytes: Buffer, position: number): void {
    this.expected = 'nothing';
    if (byte !== COMMA && byte !== CLOSE_BRACE) return;
    const field = fieldAt(bytes, this.nameAt, this.nameEnd);
    if (field && this.claim[field] === undefined) {
      this.claim[field] = parseField(bytes, this.valueAt, this.tokenEnd);
      if (field === 'auth_signature' && bytes[this.valueAt] === QUOTE) this.claim.signatureAt = this.valueAt + 1;
      this.found++;
    }
    if (byte !== COMMA || this.found === names.length || ++this.fields === MAX_FIELDS) return;
    const isRest = this.restAt === 0 && this.found === authenticationFields.length && !('auth_session' in this.claim);
    if (isRest) this.restAt = position + 1;
    else this.expected = 'name';
  }

  private readText(chunk: Buffer, from: number): number {
    let at = this.isEscaped ? from + 1 : from;
    while (at < chunk.length && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
    this.isInText = at >= chunk.length;
    this.isEscaped = at > chunk.length;
    return Math.min(at + 1, chunk.length);
  }

  /** Kinds of brackets need not match here, because strict reading refuses such a body later. */
  private readNested(chunk: Buffer, from: number): number {
    let at = this.isInText ? this.readText(chunk, from) : from;
    while (at < chunk.length && this.depth > 1) {
      const kind = KIND[chunk[at++]!];
      if (kind === STRING) at = this.readText(chunk, at);
      else if (kind === OPENING) this.depth++;
      else if (kind === CLOSING) this.depth--;
    }
    return at;
  }
}

function fieldAt(bytes: Buffer, quoteAt: number, end: number): Field | undefined {
  const length = end - quoteAt - 2;
  if (length > MAX_NAME_BYTES) return undefined;
  if (!bytes.subarray(quoteAt, end).includes(BACKSLASH!)) {
    return names.find(([, name]) => name.length === length && name.compare(bytes, quoteAt + 1, end - 1) === 0)?.[0];
  }
  const text = parseField(bytes, quoteAt, end);
  return claimFields.find((field) => field === text);
}

/** Returns null for values that no genuine claim has. */
function parseField(bytes: Buffer, from: number, end: number): unknown {
  if (end - from > MAX_VALUE_BYTES || KIND[bytes[from]!] === OPENING) return null;
  try {
    return JSON.parse(bytes.toString('utf8', from, end));
  } catch {
    return null;
  }
}
