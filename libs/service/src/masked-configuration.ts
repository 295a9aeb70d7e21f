type Configuration = Record<string, unknown>;

const MASK = '********';
const SECRET_NAME = /secret|pass(word|wd|phrase|code)|token|key|credential|private|authorization/i;

/** The configuration as answers show it: what stands under the name of a secret, at any depth, is eight asterisks. */
export const masked = (configuration: Configuration): Configuration =>
  mapped(configuration, (name, value) => (SECRET_NAME.test(name) ? maskOf(value) : maskedIn(value)));

/** The configuration as it is to be stored: a secret that came back as its mask is the stored one; without one it is left out. */
export const unmasked = (given: Configuration, stored: Configuration): Configuration =>
  mapped(given, (name, value) =>
    SECRET_NAME.test(name) && value === MASK ? stored[name] : unmaskedIn(value, stored[name]),
  );

const mapped = (configuration: Configuration, valueOf: (name: string, value: unknown) => unknown): Configuration =>
  Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, valueOf(name, value)]));

/** That nothing is set may be seen. */
const maskOf = (value: unknown) => (value === '' || value === null ? value : MASK);

const isConfiguration = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function maskedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedIn);
  return isConfiguration(value) ? masked(value) : value;
}

function unmaskedIn(given: unknown, stored: unknown): unknown {
  if (Array.isArray(given)) return given.map((each, i) => unmaskedIn(each, Array.isArray(stored) ? stored[i] : null));
  return isConfiguration(given) ? unmasked(given, isConfiguration(stored) ? stored : {}) : given;
}
