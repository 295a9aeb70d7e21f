/** Holds what somebody has typed or scanned into the one field. */
export type Entry =
  | { readonly kind: 'scan'; readonly text: string; readonly pieces: number }
  | { readonly kind: 'set'; readonly pieces: number }
  | { readonly kind: 'add'; readonly pieces: number };

const TIMES = /^(\d{1,6})\s*[*×]\s*(\S.*)$/;
const NUMBER = /^([+-]?)(\d{1,4})$/;

/**
 * A short number is the quantity of the line that was scanned last, unless a scanner has sent it. `12*` before a code
 * stands for twelve scans of it.
 */
export function readEntry(
  typed: string,
  { hasLine, isBurst }: { hasLine: boolean; isBurst: boolean },
): Entry | undefined {
  const text = typed.trim();
  const [, sign, digits = ''] = NUMBER.exec(text) ?? [];
  if (digits && hasLine && !(isBurst && digits.length > 2)) {
    const pieces = Number(digits);
    return sign ? { kind: 'add', pieces: sign === '-' ? -pieces : pieces } : { kind: 'set', pieces };
  }
  const [, times = '1', code = text] = TIMES.exec(text) ?? [];
  return code ? { kind: 'scan', text: code, pieces: Number(times) || 1 } : undefined;
}
