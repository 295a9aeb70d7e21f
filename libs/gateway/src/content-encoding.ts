/** Lists the content encodings of answers; the first takes the least time and gives the smallest result. */
export const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Matches an `Accept-Encoding` that names an encoding and does not give it the weight 0. */
const patternOf = (name: Encoding): RegExp =>
  new RegExp(`(^|[\\s,])${name}\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))`, 'i');

const patterns = { br: patternOf('br'), zstd: patternOf('zstd'), gzip: patternOf('gzip') };

/** An encoding that the header does not name is not sent. */
export const isAccepted = (name: Encoding, header: string): boolean => patterns[name].test(header);
