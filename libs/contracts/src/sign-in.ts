import { Done } from './common.js';
import { type Endpoint, MEBIBYTE } from './contract.js';
import { Id, Json, Text, Texts, When } from './fields/fields.js';

/** Names a user who has nothing to sign with yet. */
export class SigningIn {
  @Text({ doc: 'The domain of the account.' }) domain!: string;
  @Text({ doc: "The user's e-mail address." }) api_key!: string;
}

class ChallengeRequest {}

class Challenge {
  @Text({ doc: 'In base64url; good for 5 minutes and one use.' }) challenge!: string;
  @Text({ doc: 'The `rp.id` of passkeys.' }) rp_id!: string;
  @Texts({ doc: 'The origins of pages that passkeys are taken from.' }) origins!: string[];
}

const DEVICE = 'A name of the device, for the list of sessions.';
const PASSKEY =
  'The credential of the browser as `toJSON` writes it, made for a challenge with verification of the user.';

const PIN = 'Digits by which the session is unlocked, once `sign_in/lock` has locked it.';

class Shown {
  @Json({ optional: true, doc: PASSKEY }) passkey?: Record<string, unknown>;
  @Text({ optional: true, max: 255, trim: true, doc: DEVICE }) name?: string;
  @Text({ optional: true, min: 4, max: 12, doc: PIN }) pin?: string;
}

class Locking {}

class Unlocking {
  @Text({ max: 12 }) pin!: string;
}

class Credential extends Shown {
  @Text({ optional: true, max: 256 }) password?: string;
}

class NewCredential extends Shown {
  @Text({ optional: true, min: 12, max: 256, doc: 'With or without a passkey: they replace all that the user had.' })
  password?: string;
}

export class OpenedSession {
  @Id({ doc: 'The `auth_session` of requests that the secret signs.' }) session_id!: number;
  @Text({ optional: true, doc: 'The only time that it is shown: a replay and a dry run leave it out.' })
  session_secret?: string;
  @When({ doc: 'It moves on with each request, known within a minute.' }) expires!: string;
}

export type SignInRequest = Credential;
export type SignInChallenge = Challenge;

const shared = { additive: true, bodyLimit: MEBIBYTE / 16 } as const;

/** The ways of people to a session. The gateway judges what they show, so no service has these. */
export const signIn = {
  challenge: {
    ...shared,
    path: 'sign_in/challenge',
    kind: 'read',
    summary: 'Gives a challenge for a passkey.',
    request: ChallengeRequest,
    response: Challenge,
    signedWith: 'nothing',
  } satisfies Endpoint<ChallengeRequest, Challenge>,
  open: {
    ...shared,
    path: 'sign_in/open',
    kind: 'write',
    summary: 'Opens a session by a password or a passkey.',
    request: Credential,
    response: OpenedSession,
    signedWith: 'nothing',
  } satisfies Endpoint<Credential, OpenedSession>,
  enrol: {
    ...shared,
    path: 'sign_in/enrol',
    kind: 'write',
    summary: 'Sets a password or a passkey by a one-time link, and opens a session.',
    request: NewCredential,
    response: OpenedSession,
    signedWith: 'enrolment',
  } satisfies Endpoint<NewCredential, OpenedSession>,
  lock: {
    ...shared,
    path: 'sign_in/lock',
    kind: 'write',
    summary: 'Locks the session that signs it, if it was opened with a PIN.',
    request: Locking,
    response: Done,
    signedWith: 'session',
  } satisfies Endpoint<Locking, Done>,
  unlock: {
    ...shared,
    path: 'sign_in/unlock',
    kind: 'write',
    summary: 'Unlocks the session that signs it by its PIN: a till has one of each user, and goes from one to another.',
    request: Unlocking,
    response: Done,
    signedWith: 'locked',
  } satisfies Endpoint<Unlocking, Done>,
};
