import { Proofs } from '@stockbook/process';

/** What the processes of a test know each other by, in several processes of Node, too. */
export const trusted = { proofs: new Proofs(new Map([['test', Buffer.alloc(32, 1)]])) };
