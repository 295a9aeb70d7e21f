/** A body has at most this many levels of nesting; the body is the first. */
const MAX_DEPTH = 32;
const MAX_KEYS = 100_000;
/** V8 takes five times as long for a key of a larger object. Only free content has so many. */
const FAST_KEYS = 100;
const MAX_SLOW_KEYS = 20_000;
/** This bounds all lists together: an empty list takes three bytes of a body and 40 in memory. */
const MAX_ENTRIES = 100_000;
const MAX_FAULTS = 20;
const SHOWN_BYTES = 60;
/** No field has a longer name. A name is read again for each number behind it, so its length is bounded. */
const NAME_BYTES = 512;
const FORBIDDEN_KEY = '__proto__';
const SIGNATURE_KEY = 'auth_signature';
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, MINUS, PLUS, DOT, ZERO] =
  Buffer.from('"\\,:{}[]-+.0');
const [NINE, LOWER_E, UPPER_E, LOWER_F, LOWER_N, LOWER_T, LOWER_U, UNDERSCORE, NEWLINE] = Buffer.from('9eEfntu_\n');

const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);
const SHORT_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"\\/bfnrt'.includes(String.fromCharCode(byte))),
);
const HEX_DIGIT = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

const isDigit = (byte: number | undefined): boolean => byte! >= ZERO! && byte! <= NINE!;

/**
 * Judges the number that these keys lead to. With undefined it may be inexact, because no field takes it. Each level of
 * the trail has the offset of its key, or -1 - index in an array.
 */
export type NumberRule = (keys: readonly string[], trail: readonly number[]) => 'number' | 'code' | undefined;

class Unreadable extends Error {}
const tooMany = (most: number, what: string) => new Unreadable(`The body has more than ${most} ${what}.`);

/** Checks the grammar and what JSON.parse allows; `seeksDuplicates` takes longer. With `at` it reads one object. */
export class JsonScan {
  readonly faults: string[] = [];
  keys = 0;
  private entries = 0;
  private slowKeys = 0;
  /** Points at the first byte inside the quotes of the top-level `auth_signature`; -1 without one. */
  signatureAt = -1;
  private readonly end: number;
  private readonly trail: number[] = [];
  /** Caches the rule of one key, because all numbers of a list share it. */
  private known: { keyAt: number; rule: ReturnType<NumberRule> } = { keyAt: -1, rule: undefined };

  constructor(
    private readonly bytes: Buffer,
    private readonly seeksDuplicates: boolean,
    private readonly ruleOf: NumberRule,
    private at = 0,
  ) {
    this.end = bytes.length;
    try {
      if (this.next() !== OPEN_BRACE) throw new Unreadable('The body must be a JSON object, so it must begin with {.');
      this.value();
      if (at === 0 && this.next() !== -1) throw this.expected('the end of the body');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.faults.push(error.message);
    }
  }

  private value(): void {
    const byte = this.next();
    if (byte === QUOTE) this.string();
    else if (byte === OPEN_BRACE) this.object();
    else if (byte === OPEN_BRACKET) this.array();
    else if (byte === LOWER_T) this.literal('true');
    else if (byte === LOWER_F) this.literal('false');
    else if (byte === LOWER_N) this.literal('null');
    else this.number(byte);
  }

  private object(): void {
    this.enter();
    const seen = this.seeksDuplicates ? new Set<string>() : undefined;
    if (this.next() !== CLOSE_BRACE) {
      let own = 0;
      do {
        if (++own > FAST_KEYS && ++this.slowKeys > MAX_SLOW_KEYS)
          throw tooMany(MAX_SLOW_KEYS, `keys behind the first ${FAST_KEYS} of their objects`);
        if (this.next() !== QUOTE) throw this.expected('a key in double quotes');
        const isSignature = this.key(seen);
        if (this.next() !== COLON) throw this.expected('":"');
        this.at++;
        if (isSignature && this.next() === QUOTE) this.signatureAt = this.at + 1;
        this.value();
      } while (this.continues());
      if (this.next() !== CLOSE_BRACE) throw this.expected('"," or "}"');
    }
    this.leave();
  }

  private array(): void {
    this.enter();
    if (this.next() !== CLOSE_BRACKET) {
      do {
        this.trail[this.trail.length - 1]!--;
        if (++this.entries > MAX_ENTRIES) throw tooMany(MAX_ENTRIES, 'entries of lists');
        this.value();
      } while (this.continues());
      if (this.next() !== CLOSE_BRACKET) throw this.expected('"," or "]"');
    }
    this.leave();
  }

  private enter(): void {
    if (this.trail.length === MAX_DEPTH) {
      throw new Unreadable(`${this.path()} is nested deeper than ${MAX_DEPTH} levels.`);
    }
    this.trail.push(0);
    this.at++;
  }

  private leave(): void {
    this.trail.pop();
    this.at++;
  }

  private continues(): boolean {
    if (this.next() !== COMMA) return false;
    this.at++;
    return true;
  }

  private key(seen: Set<string> | undefined): boolean {
    const start = this.at + 1;
    this.trail[this.trail.length - 1] = start;
    if (++this.keys > MAX_KEYS) throw tooMany(MAX_KEYS, 'keys');
    const escaped = this.string();
    const length = this.at - 1 - start;
    const suspect = length === FORBIDDEN_KEY.length && this.bytes[start] === UNDERSCORE;
    const candidate = length === SIGNATURE_KEY.length && this.trail.length === 1;
    if (!escaped && !suspect && !candidate && !seen) return false;
    const name = this.text(start - 1, escaped);
    if (name === FORBIDDEN_KEY) this.fault(`must be left out: ${FORBIDDEN_KEY} is not allowed as a key`);
    if (seen?.has(name)) this.fault('stands more than once in the same object');
    seen?.add(name);
    return this.trail.length === 1 && name === SIGNATURE_KEY;
  }

  private string(): boolean {
    const { bytes, end } = this;
    const start = this.at;
    let escaped = false;
    let at = start + 1;
    for (;;) {
      while (at < end && PLAIN[bytes[at]!] === 1) at++;
      this.at = at;
      if (at >= end) throw this.expected('a closing double quote');
      if (bytes[at] === QUOTE) break;
      if (bytes[at] !== BACKSLASH) throw this.expected('an escape such as \\n instead of a control character');
      escaped = true;
      at = this.escape(at);
    }
    this.at++;
    return escaped;
  }

  private escape(at: number): number {
    if (SHORT_ESCAPE[this.bytes[at + 1]!] === 1) return at + 2;
    const unit = this.codeUnit(at);
    if (unit < 0) throw this.expected('a valid escape sequence');
    if (unit < 0xd800 || unit > 0xdfff) return at + 6;
    const second = unit < 0xdc00 ? this.codeUnit(at + 6) : -1;
    if (second >= 0xdc00 && second <= 0xdfff) return at + 12;
    this.fault(`holds the lone surrogate ${this.bytes.toString('latin1', at, at + 6)}, which is no character`);
    return at + 6;
  }

  private codeUnit(at: number): number {
    const { bytes } = this;
    if (at + 6 > this.end || bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return -1;
    return (
      (HEX_DIGIT[bytes[at + 2]!]! << 12) |
      (HEX_DIGIT[bytes[at + 3]!]! << 8) |
      (HEX_DIGIT[bytes[at + 4]!]! << 4) |
      HEX_DIGIT[bytes[at + 5]!]!
    );
  }

  private literal(word: string): void {
    for (let i = 0; i < word.length; i++, this.at++) {
      if (this.bytes[this.at] !== word.charCodeAt(i)) throw this.expected(`"${word}"`);
    }
  }

  private number(first: number): void {
    const { bytes } = this;
    const start = this.at;
    if (first === MINUS) this.at++;
    if (bytes[this.at] === ZERO) {
      this.at++;
      if (isDigit(bytes[this.at])) throw this.leadingZero();
    } else this.digits(first === MINUS ? 'a digit' : 'a value');
    if (bytes[this.at] === DOT) {
      this.at++;
      this.digits('a digit');
    }
    const hasExponent = bytes[this.at] === LOWER_E || bytes[this.at] === UPPER_E;
    if (hasExponent) {
      this.at++;
      if (bytes[this.at] === PLUS || bytes[this.at] === MINUS) this.at++;
      this.digits('a digit');
    }
    // 15 digits are always exact; every double beyond the limit is a whole number that lost digits.
    if (!hasExponent && this.at - start <= 15) return;
    if (Math.abs(Number(bytes.toString('latin1', start, this.at))) <= Number.MAX_SAFE_INTEGER) return;
    const rule = this.rule();
    if (!rule) return;
    const shown = bytes.toString('latin1', start, Math.min(this.at, start + SHOWN_BYTES));
    if (rule === 'code') this.fault(`is the number ${shown}, which JSON does not keep exactly: send it in quotes`);
    else this.fault(`is ${shown}, but must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`);
  }

  private rule(): ReturnType<NumberRule> {
    const keys = this.trail.filter((step) => step > 0);
    const keyAt = keys.at(-1) ?? -1;
    if (this.known.keyAt === keyAt) return this.known.rule;
    const names = keys.map((start) => this.keyText(start));
    this.known = { keyAt, rule: this.ruleOf(names, this.trail) };
    return this.known.rule;
  }

  private digits(what: string): void {
    const start = this.at;
    while (isDigit(this.bytes[this.at])) this.at++;
    if (this.at === start) throw this.expected(what);
  }

  private next(): number {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end) {
      const byte = bytes[at]!;
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) {
        this.at = at;
        return byte;
      }
      at++;
    }
    this.at = at;
    return -1;
  }

  private text(quoteAt: number, escaped: boolean): string {
    if (escaped) return JSON.parse(this.bytes.toString('utf8', quoteAt, this.at));
    return this.bytes.toString('utf8', quoteAt + 1, this.at - 1);
  }

  private leadingZero(): Unreadable {
    return new Unreadable(`${this.path()} begins with a zero, which no JSON number does: send a code in quotes.`);
  }

  private fault(what: string): void {
    this.faults.push(`${this.path()} ${what}.`);
    if (this.faults.length === MAX_FAULTS) throw new Unreadable('The body has more faults than are listed here.');
  }

  private expected(what: string): Unreadable {
    let line = 1;
    for (let at = 0; at < this.at; at++) if (this.bytes[at] === NEWLINE) line++;
    const before = this.bytes.subarray(0, this.at);
    const column = before.toString('utf8', before.lastIndexOf(NEWLINE!) + 1).length + 1;
    return new Unreadable(`The body is not valid JSON at line ${line}, column ${column}: ${what} is expected there.`);
  }

  private path(): string {
    let path = '';
    for (const step of this.trail) {
      if (step < 0) path += `[${-1 - step}]`;
      else path += (path && '.') + this.rawKey(step);
    }
    return path;
  }

  private keyText(start: number): string {
    let end = start;
    while (this.bytes[end] !== QUOTE && end - start <= NAME_BYTES) end += this.bytes[end] === BACKSLASH ? 2 : 1;
    return end - start > NAME_BYTES ? '' : JSON.parse(this.bytes.toString('utf8', start - 1, end + 1));
  }

  private rawKey(start: number): string {
    let end = start;
    while (end < this.end && end - start < SHOWN_BYTES && this.bytes[end] !== QUOTE) {
      end += this.bytes[end] === BACKSLASH ? 2 : 1;
    }
    return this.bytes.toString('utf8', start, end);
  }
}
