import { hash } from 'node:crypto';

/**
 * The key or the signature of one part of a request: that of the whole, and the part's place or record. 32 hex
 * characters.
 */
export const placedProof = (proof: string, place: number): string =>
  hash('sha256', `${proof}\n${place}`, 'hex').slice(0, 32);
