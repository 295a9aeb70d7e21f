import { parseStrictJson, PasswordHashes } from '@stockbook/auth';
import {
  type Call,
  type Caller,
  credential,
  type Endpoint,
  invalidField,
  type OpenedSession,
  ownCaller,
  type Passkey,
  readFields,
  readRequest,
  Refused,
  session,
  signIn,
  SigningIn,
  type SignInRequest,
} from '@stockbook/contracts';
import { Services } from '@stockbook/rpc';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Authenticator, callerOf, refusedFor } from '../request/authenticator.js';
import { networkOf } from '../request/http-request.js';
import type { RawBody } from '../request/intake.js';
import type { Origin, Response } from '../request/operation-run.js';
import { FailureLimit, RateLimit, SignInRate } from '../request/rate-limit.js';
import { signatureKey } from '../request/request-keys.js';
import { Passkeys } from './passkeys.js';

/** A refusal takes this time or a multiple of it, so that it does not reveal whether there is such a user. */
const REFUSAL_MS = 500;
/** Fields are judged before the caller is known. */
const STRANGER = { zone: 'utc', view_cost: false };

interface Arrived {
  readonly body: RawBody;
  readonly origin: Origin;
  readonly deadline: number;
}
interface Work extends Arrived {
  readonly warnings: string[];
}

@Injectable()
export class SignIn {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly services: Services,
    private readonly passkeys: Passkeys,
    private readonly passwords: PasswordHashes,
    private readonly addresses: SignInRate,
    private readonly accounts: RateLimit,
    private readonly failures: FailureLimit,
  ) {}

  async answer(arrived: Arrived): Promise<Response> {
    const { endpoint, address } = arrived.body;
    if (endpoint.signedWith === 'nothing') this.addresses.take(address);
    const warnings: string[] = [];
    const work = { ...arrived, warnings };
    const answer =
      endpoint === signIn.challenge ? this.challenge(work) : { success: true, ...(await this.write(work)) };
    return { headers: {}, json: JSON.stringify({ ...answer, ...(warnings.length && { warnings }) }) };
  }

  private write(work: Work): Promise<object> {
    const { endpoint } = work.body;
    if (endpoint === signIn.open) return this.open(work);
    if (endpoint === signIn.enrol) return this.enrol(work);
    return endpoint === signIn.lock ? this.lock(work) : this.unlock(work);
  }

  private challenge(work: Work) {
    readFor(work, signIn.challenge, jsonOf(work.body));
    return this.passkeys.challenge();
  }

  private async open(work: Work): Promise<OpenedSession> {
    const { body } = work;
    const value = jsonOf(body);
    const named = readFields(SigningIn, value, STRANGER);
    Refused.ifAny(named.faults);
    const given = readFor(work, signIn.open, value);
    const fields = [given.password, given.passkey].filter((each) => each !== undefined);
    if (fields.length !== 1) throw missing('either password or passkey');
    const began = performance.now();
    try {
      const user = await this.authenticator.find(named.input, body.address);
      // A caller without a user stands for an unknown user, so that each step takes the same time.
      const caller = user ? callerOf(user) : ownCaller(0);
      const shown = await this.judge(work, caller, given);
      if (!shown) throw wrongCredential();
      const device = await this.deviceOf(given, body.address);
      return (await this.services.ask(session.open, callBy(work, caller, { ...device, ...shown }))).output;
    } catch (error) {
      if (error instanceof Refused && error.faults.some(({ code }) => code === 'unauthenticated')) {
        await delay(REFUSAL_MS - ((performance.now() - began) % REFUSAL_MS));
        this.failures.count(body.address);
      }
      throw error;
    }
  }

  private async judge(work: Work, caller: Caller, { password, passkey }: SignInRequest) {
    if (password !== undefined) {
      const { hash } = (await this.services.ask(credential.tryPassword, callBy(work, caller, {}))).output;
      const isRight = await this.passwords.isRight(password, networkOf(work.body.address), hash);
      return hash && isRight ? { password_hash: hash } : undefined;
    }
    const id = passkey?.['id'];
    const credential_id = typeof id === 'string' ? id : '';
    const found = (await this.services.ask(credential.getPasskey, callBy(work, caller, { credential_id }))).output;
    const signed: Passkey | undefined = await this.passkeys.signed({ ...passkey }, found.passkey ?? NO_PASSKEY);
    return signed && { passkey: signed };
  }

  private async enrol(work: Work): Promise<OpenedSession> {
    const { signer, session_id } = await this.signerOf(work);
    const given = readFor(work, signIn.enrol, await this.authenticator.read(work.body, signer));
    const { password, passkey } = given;
    if (password === undefined && !passkey) throw missing('password or passkey');
    const registered = passkey && (await this.passkeys.registered(passkey));
    if (passkey && !registered) throw wrongCredential();
    const password_hash =
      password === undefined ? undefined : await this.passwords.hash(password, networkOf(work.body.address));
    const input = {
      session_id,
      ...(await this.deviceOf(given, work.body.address)),
      ...(password_hash && { password_hash }),
      ...(registered && { passkey: registered }),
    };
    return (await this.services.ask(session.enrol, callBy(work, callerOf(signer), input))).output;
  }

  private async lock(work: Work): Promise<object> {
    const { signer, session_id } = await this.signerOf(work);
    readFor(work, signIn.lock, await this.authenticator.read(work.body, signer));
    return (await this.services.ask(session.lock, onceBy(work, callerOf(signer), { session_id }))).output;
  }

  private async unlock(work: Work): Promise<object> {
    const { signer, session_id } = await this.signerOf(work);
    const { pin } = readFor(work, signIn.unlock, await this.authenticator.read(work.body, signer));
    const call = onceBy(work, callerOf(signer), { session_id });
    const { hash } = (await this.services.ask(credential.tryPin, call)).output;
    if (!hash || !(await this.passwords.isRight(pin, networkOf(work.body.address), hash))) throw wrongPin();
    return (await this.services.ask(session.unlock, callBy(work, call.caller, call.input))).output;
  }

  private async signerOf({ body }: Work) {
    const signer = await this.authenticator.identify(body);
    const { late, identity, session_id } = signer;
    if (late) throw new Refused(late);
    if (!identity.enabled || session_id === undefined) throw wrongCredential();
    this.accounts.take(identity);
    return { signer, session_id };
  }

  private async deviceOf({ name = '', pin }: Pick<SignInRequest, 'name' | 'pin'>, address: string) {
    return { name, ...(pin !== undefined && { pin_hash: await this.passwords.hash(pin, networkOf(address)) }) };
  }
}

export const isSignIn = ({ signedWith }: Endpoint): boolean => signedWith !== undefined;

const NO_PASSKEY: Passkey = { credential_id: '', public_key: '', counter: 0, challenged: 0 };

const callBy = <I extends object>({ body, origin, deadline }: Arrived, caller: Caller, input: I): Call<I> => ({
  caller,
  input,
  deadline,
  operation: body.endpoint.path,
  ...origin,
});

/** Makes a call that is done once, also when somebody captures the request and sends it again. */
const onceBy = <I extends object>(arrived: Arrived, caller: Caller, input: I): Call<I> => ({
  ...callBy(arrived, caller, input),
  request_key: signatureKey(arrived.body.claim),
});

function jsonOf({ bytes }: RawBody): Readonly<Record<string, unknown>> {
  const json = parseStrictJson(bytes);
  if (json.faults) throw refusedFor(json.faults.map((message) => ({ code: 'malformed', message })));
  return json.value;
}

/** Reads fields without a client's key or a dry run, because the answer holds a secret, which is not stored. */
function readFor<I extends object>(
  { warnings: noted }: Work,
  endpoint: Endpoint<I>,
  value: Readonly<Record<string, unknown>>,
): I {
  const { input, options, faults, warnings } = readRequest(endpoint, value, STRANGER);
  const message = `${endpoint.path} has no dry run.`;
  const { pin = '' }: { pin?: string } = input;
  Refused.ifAny([
    ...faults,
    ...(options.dry_run ? [invalidField('dry_run', message)] : []),
    ...(/\D/.test(pin) ? [invalidField('pin', 'pin must have digits alone.')] : []),
  ]);
  noted.push(...warnings);
  return input;
}

const missing = (what: string): Refused => new Refused({ code: 'invalid', message: `The request must have ${what}.` });

const wrongCredential = (): Refused =>
  new Refused({
    code: 'unauthenticated',
    message:
      'The domain, the api_key, the password or the passkey is wrong, or the password was tried too often: ' +
      'wait 15 minutes.',
  });

const wrongPin = (): Refused =>
  new Refused({
    code: 'unauthenticated',
    field: 'pin',
    message: 'The PIN is wrong. After five tries the session stays locked: sign in anew.',
  });
