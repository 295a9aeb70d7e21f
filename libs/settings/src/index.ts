export type { AccountChanges, NewAccount, NewUser } from './account/new-account.js';
export { type AddedUser, Provisioning } from './account/provisioning.js';
export { settingsService } from './definition.js';
export { resealUserSecrets } from './user/secret/reseal-user-secrets.js';
export type { IssuedSecret } from './user/secret/user-secrets.js';
