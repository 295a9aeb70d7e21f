export { authenticationFields, type Claim, scanClaim } from './authentication-scan.js';
export { CredentialCache, type CredentialLoader } from './credential-cache.js';
export { type JsonLimits } from './json-scan.js';
export { mayUse, type Permission, rightsBeyond } from './permissions.js';
export { newApiSecret, type SealedSecret, SecretKeys } from './secrets.js';
export { type Credentials, signatureOf, signExactly, type SignedRequest, verifySignature } from './signature.js';
export { parseStrictJson, type StrictJson } from './strict-json.js';
export { timestampFault } from './timestamp.js';
export { call, type HttpAnswer, post, sign, stockbookClient } from './http-client.js';
