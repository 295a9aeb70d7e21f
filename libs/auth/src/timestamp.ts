const [NARROWEST, USUAL, WIDEST] = [60, 300, 900];
/** It is larger than any time in seconds before the year 5138, and smaller than any in milliseconds since 1973. */
const MILLISECONDS_FROM = 1e11;

/** Times are in seconds, but `now` is in ms. A window outside 60..900 counts as the nearer end. */
export function timestampFault(given: unknown, now: number, window = USUAL): string | undefined {
  const seconds = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds)) {
    return 'auth_timestamp must be a whole number of seconds since 1970.';
  }
  const server = Math.floor(now / 1000);
  if (seconds >= MILLISECONDS_FROM) {
    return (
      `auth_timestamp ${seconds} seems to be in milliseconds; ` +
      `it must be in seconds, and the server's time is ${server}.`
    );
  }
  const allowed = Math.min(Math.max(window, NARROWEST), WIDEST);
  const ahead = seconds - server;
  if (Math.abs(ahead) <= allowed) return undefined;
  const drift = `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the server's time ${server}`;
  return `auth_timestamp ${seconds} is ${drift}; at most ${allowed} s are allowed.`;
}
