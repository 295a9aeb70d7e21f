/** The decimals that the API takes and gives. */
const DECIMALS = 10_000;

/** Returns a sum without the noise of binary fractions. */
export const exact = (amount: number): number => Math.round(amount * DECIMALS) / DECIMALS;

/** Returns the number that somebody has typed, or NaN, which requests carry as null: the API says what is wrong. */
export const numberIn = (text: string): number => (text.trim() ? Number(text.trim().replace(',', '.')) : NaN);
