/** The decimals that the API takes and gives. */
const DECIMALS = 10_000;

/** Returns a sum without the noise of binary fractions. */
export const exact = (amount: number): number => Math.round(amount * DECIMALS) / DECIMALS;
