export interface Claim {
  readonly domain?: unknown;
  readonly api_key?: unknown;
  readonly auth_timestamp?: unknown;
  readonly auth_signature?: unknown;
  /** Offset of the first byte inside the quotes of `auth_signature`, or -1. */
  readonly signatureAt: number;
}

export const authenticationFields = ['domain', 'api_key', 'auth_timestamp', 'auth_signature'] as const;
type Field = (typeof authenticationFields)[number];

/** The claim must be among this many first fields; no operation has a tenth of them. */
const MAX_FIELDS = 1_000;
const MAX_VALUE_BYTES = 4_096;
/** Each character may be escaped, in six bytes. */
const MAX_NAME_BYTES = 6 * 'auth_timestamp'.length;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = Buffer.from('"\\,:{}[]');
const names = authenticationFields.map((field) => [field, Buffer.from(field)] as const);

const [SPACE, END, OPENING, CLOSING, STRING] = [1, 2, 3, 4, 5];
/** The class of each byte outside of strings; 0 is part of a number or a word. */
const KIND = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return SPACE!;
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return OPENING!;
  if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return CLOSING!;
  return byte === QUOTE ? STRING! : byte === COMMA || byte === COLON ? END! : 0;
});

/** Reads only as far as the claim of an unchecked body: 10 ms at most for 7.7 MB. `parseStrictJson` refuses repeated keys. */
export function scanClaim(bytes: Buffer): Claim {
  const claim: { -readonly [F in keyof Claim]: Claim[F] } = { signatureAt: -1 };
  let found = 0;
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_BRACE) return claim;
  for (let fields = 0; fields < MAX_FIELDS && found < names.length; fields++) {
    const nameAt = skipSpace(bytes, at + 1);
    if (bytes[nameAt] !== QUOTE) break;
    const nameEnd = skipString(bytes, nameAt);
    const colonAt = skipSpace(bytes, nameEnd);
    if (bytes[colonAt] !== COLON) break;
    const valueAt = skipSpace(bytes, colonAt + 1);
    const valueEnd = skipValue(bytes, valueAt);
    const field = fieldAt(bytes, nameAt, nameEnd);
    if (field && claim[field] === undefined) {
      claim[field] = parseField(bytes, valueAt, valueEnd);
      if (field === 'auth_signature' && bytes[valueAt] === QUOTE) claim.signatureAt = valueAt + 1;
      found++;
    }
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] !== COMMA) break;
  }
  return claim;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (KIND[bytes[at]!] === SPACE) at++;
  return at;
}

function skipString(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function skipValue(bytes: Buffer, from: number): number {
  if (bytes[from] === QUOTE) return skipString(bytes, from);
  if (KIND[bytes[from]!] === OPENING) return skipNested(bytes, from);
  let at = from;
  while (KIND[bytes[at]!] === 0) at++;
  return at;
}

/** Does not match the kinds of brackets: strict reading refuses such a body later. */
function skipNested(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length;) {
    const kind = KIND[bytes[at]!];
    if (kind === STRING) {
      at = skipString(bytes, at);
      continue;
    }
    at++;
    if (kind === OPENING) depth++;
    else if (kind === CLOSING && --depth === 0) return at;
  }
  return bytes.length;
}

function fieldAt(bytes: Buffer, quoteAt: number, end: number): Field | undefined {
  const length = end - quoteAt - 2;
  if (length > MAX_NAME_BYTES) return undefined;
  if (!bytes.subarray(quoteAt, end).includes(BACKSLASH!)) {
    return names.find(([, name]) => name.length === length && name.compare(bytes, quoteAt + 1, end - 1) === 0)?.[0];
  }
  const text = parseField(bytes, quoteAt, end);
  return authenticationFields.find((field) => field === text);
}

/** null for values that no genuine claim has. */
function parseField(bytes: Buffer, from: number, end: number): unknown {
  if (end - from > MAX_VALUE_BYTES || KIND[bytes[from]!] === OPENING) return null;
  try {
    return JSON.parse(bytes.toString('utf8', from, end));
  } catch {
    return null;
  }
}
