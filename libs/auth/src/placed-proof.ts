import { hash } from 'node:crypto';

/** Derives the key or the signature of one part of a request from that of the whole. */
export const placedProof = (proof: string, place: number): string =>
  hash('sha256', `${proof}\n${place}`, 'hex').slice(0, 32);
