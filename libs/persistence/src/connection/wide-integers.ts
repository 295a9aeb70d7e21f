import { type CustomTypesConfig, types } from 'pg';

const INT8 = types.builtins.INT8;
const INT8_LIST = 1016;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`PostgreSQL returned ${text}, which no number holds exactly.`);
  return value;
}

const safeIntegers = (list: string): (number | null)[] =>
  list === '{}'
    ? []
    : list
        .slice(1, -1)
        .split(',')
        .map((text) => (text === 'NULL' ? null : safeInteger(text)));

/** Reads bigint as a number; throws beyond 2^53. node-postgres reads it as text. */
export const WIDE_INTEGERS: CustomTypesConfig = {
  getTypeParser(type: number, format) {
    if (format === 'binary') return types.getTypeParser(type, format);
    if (type === INT8) return safeInteger;
    return type === INT8_LIST ? safeIntegers : types.getTypeParser(type, format);
  },
};
