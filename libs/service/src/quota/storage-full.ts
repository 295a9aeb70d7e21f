import type { Fault } from '@stockbook/contracts';

/** The status is not 507: clients repeat what fails by 5xx, and a repetition does not help here. */
export const storageFull: Fault = {
  code: 'storage_full',
  message: 'The account has used up its storage: only changes that add nothing are possible.',
};
