import { Done } from '../common.js';
import { internalResource, read, write } from '../contract.js';
import { Id, Int, One, Text } from '../fields/fields.js';
import { OpenedSession } from '../sign-in.js';

const TIME = { max: Number.MAX_SAFE_INTEGER, doc: 'Unix time in milliseconds.' } as const;

class PasswordTry {}
class PasswordHash {
  @Text({ optional: true, doc: 'The hash of the password; absent: there is none, or too many tries were wrong.' })
  hash?: string;
}
class PinTry {
  @Id() session_id!: number;
}
class PasskeyGet {
  @Text() credential_id!: string;
}
/** A passkey as the settings service keeps it. */
export class Passkey extends PasskeyGet {
  @Text({ doc: 'COSE, in base64url.' }) public_key!: string;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, doc: 'The number of its signatures; 0: it does not count.' })
  counter!: number;
  @Int({ ...TIME, doc: 'The time of the latest challenge that it has signed.' }) challenged!: number;
}
class PasskeyFound {
  @One(() => Passkey, { optional: true }) passkey?: Passkey;
}

/** The gateway asks this about the caller's credentials; the first write of each sign-in counts a try. */
export const credential = internalResource('internal/credential', 'settings', ['gateway'], {
  tryPassword: write(PasswordTry, PasswordHash, 'Counts a try of the password, and shows its hash.'),
  tryPin: write(PinTry, PasswordHash, 'Counts a try of the PIN of a locked session, and shows its hash.'),
  getPasskey: read(PasskeyGet, PasskeyFound, 'Finds a passkey.'),
});

class SessionOpen {
  @Text({ max: 255 }) name!: string;
  @Text({ optional: true }) pin_hash?: string;
  @One(() => Passkey, { optional: true, doc: 'The passkey that has signed; absent: the password was right.' })
  passkey?: Passkey;
  @Text({ optional: true, doc: 'The hash that the password has fitted.' }) password_hash?: string;
}
class SessionEnrol {
  @Id() session_id!: number;
  @Text({ max: 255 }) name!: string;
  @Text({ optional: true }) pin_hash?: string;
  @Text({ optional: true }) password_hash?: string;
  @One(() => Passkey, { optional: true }) passkey?: Passkey;
}

/** Opens sessions of the caller, whose credential the gateway has judged. */
export const session = internalResource('internal/session', 'settings', ['gateway'], {
  open: write(SessionOpen, OpenedSession, 'Opens a session.'),
  lock: write(PinTry, Done, 'Locks a session that has a PIN.'),
  unlock: write(PinTry, Done, 'Unlocks a session.'),
  enrol: write(SessionEnrol, OpenedSession, 'Uses an enrolment up: keeps the credential and opens a session.'),
});
