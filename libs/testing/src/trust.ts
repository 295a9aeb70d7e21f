import { SecretKeys } from '@stockbook/auth';

/** A value of STOCKBOOK_SECRET_KEYS. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 1).toString('base64')}`;

/** The processes of a test know each other by these keys, in several processes of Node, too. */
export const trusted = { proofs: SecretKeys.parse(TEST_KEYS).proofsOf('events') };
