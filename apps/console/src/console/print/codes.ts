import JsBarcode from 'jsbarcode';
import qrcode from 'qrcode-generator';
import type { CODES } from './print-search.js';

/** Dark rectangles on a grid of modules. */
export interface CodePicture {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly (readonly [x: number, y: number, width: number])[];
  readonly isSquare: boolean;
}

/** Scanners need this many light modules beside the dark ones. */
const QUIET = { bars: 10, square: 4 };

/** Returns undefined for a text that this kind of code cannot hold. */
export function pictureOf(text: string, code: (typeof CODES)[number]): CodePicture | undefined {
  if (!text) return undefined;
  if (code === 'qr') return squareOf(text);
  const ean = code !== 'code128' && /^\d{8}$|^\d{12,13}$/.test(text) ? eanOf(text) : undefined;
  return ean ?? (code === 'ean' ? undefined : (barsOf(text, 'CODE128') ?? squareOf(text)));
}

/** The 12 digits of a UPC are an EAN that begins with 0. */
const eanOf = (digits: string) =>
  digits.length === 8 ? barsOf(digits, 'EAN8') : barsOf(digits.padStart(13, '0'), 'EAN13');

function barsOf(text: string, format: string): CodePicture | undefined {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {};
  let isValid = false;
  JsBarcode(drawn, text, { format, flat: true, valid: (valid) => (isValid = valid) });
  if (!isValid || !drawn.encodings) return undefined;
  const modules = drawn.encodings.map(({ data }) => data).join('');
  return { ...rowsOf([modules], QUIET.bars), height: 1, isSquare: false };
}

function squareOf(text: string): CodePicture {
  const code = qrcode(0, 'M');
  code.addData(unescape(encodeURIComponent(text)));
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, place) => place);
  const rows = places.map((row) => places.map((column) => Number(code.isDark(row, column))).join(''));
  return { ...rowsOf(rows, QUIET.square), isSquare: true };
}

/** Adds the quiet zone: around a square, and at the sides of bars. */
function rowsOf(rows: readonly string[], quiet: number) {
  const above = rows.length > 1 ? quiet : 0;
  const bars = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) => [index + quiet, y + above, length] as const),
  );
  return { bars, width: (rows[0]?.length ?? 0) + 2 * quiet, height: rows.length + 2 * above };
}
