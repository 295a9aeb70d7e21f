import { hash } from 'node:crypto';

/**
 * Derives the key or the signature of one part of a request from that of the whole and the part's place or record. It
 * has 32 hex characters.
 */
export const placedProof = (proof: string, place: number): string =>
  hash('sha256', `${proof}\n${place}`, 'hex').slice(0, 32);
