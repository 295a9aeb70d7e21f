export { authenticationFields, type Claim, scanClaim } from './json/authentication-scan.js';
export { CredentialCache, type CredentialLoader } from './credential-cache.js';
export { mayUse, type Permission, rightsBeyond } from './permissions.js';
export { newApiSecret, SecretKeys } from './secrets.js';
export { type Credentials, signExactly, type SignedRequest, verifySignature } from './signature.js';
export { parseStrictJson, type StrictJson } from './json/strict-json.js';
export { timestampFault } from './timestamp.js';
export { call, type HttpAnswer, post, sign, stockbookClient } from './http-client.js';
export { signedHeaders } from './webhook-signature.js';
