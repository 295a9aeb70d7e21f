/** Reads a value of an address; one that is typed wrong is left out. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

export const positiveIn = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export const oneOf = <T extends string>(names: readonly T[], value: unknown): T | undefined =>
  names.find((name) => name === value);

export const someOf = <T extends string>(names: readonly T[], value: unknown): T[] | undefined => {
  if (typeof value !== 'string') return undefined;
  const given = value.split('.');
  return names.filter((name) => given.includes(name));
};
