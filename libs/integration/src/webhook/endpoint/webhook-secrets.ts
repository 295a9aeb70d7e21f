import { SecretKeys } from '@stockbook/auth';
import type { Call, SealedSecret } from '@stockbook/contracts';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { StoredSecret, WebhookRow } from './webhook.entity.js';

const PREFIX = 'whsec_';
const BYTES = 32;
const MOST_LIVE = 2;
const HINT = 4;

/** Seals and opens the secrets of endpoints and the values of their headers. */
@Injectable()
export class WebhookSecrets {
  /** The secrets of a row in memory are opened once. */
  private readonly opened = new WeakMap<SealedSecret, string>();

  constructor(private readonly keys: SecretKeys) {}

  /** Issues a secret as `whsec_` and base64, with what is stored of it. */
  issue(account_id: number): { readonly secret: string; readonly stored: StoredSecret; readonly secret_hint: string } {
    const secret = PREFIX + randomBytes(BYTES).toString('base64');
    return { secret, stored: this.seal(secret, account_id), secret_hint: secret.slice(-HINT) };
  }

  /** Returns the secrets after a rotation: the one before signs for some time yet. */
  rotated(known: readonly StoredSecret[], added: StoredSecret, expires_at: Date): StoredSecret[] {
    const [latest] = known;
    const old =
      latest && expires_at.getTime() > Date.now() ? [{ ...latest, expires_at: expires_at.toISOString() }] : [];
    return [added, ...old].slice(0, MOST_LIVE);
  }

  /** Returns the keys that sign now. */
  signing({ account_id, secrets }: Pick<WebhookRow, 'account_id' | 'secrets'>): readonly Buffer[] {
    const live = secrets.filter(({ expires_at }) => !expires_at || new Date(expires_at).getTime() > Date.now());
    return live.map((each) => Buffer.from(this.open(each, account_id).slice(PREFIX.length), 'base64'));
  }

  seal(plain: string, account_id: number): SealedSecret {
    return this.keys.seal(plain, webhookOwner(account_id));
  }

  open(sealed: SealedSecret, account_id: number): string {
    const known = this.opened.get(sealed) ?? this.keys.open(sealed, webhookOwner(account_id));
    this.opened.set(sealed, known);
    return known;
  }
}

/** The sealed secrets of an account's endpoints are bound to this name. */
export const webhookOwner = (account_id: number) => `webhook/${account_id}`;

/** The stored answer has no secret: only the first answer shows it. */
export const shownOnce = <T extends object>({ dry_run }: Call, answer: T, secret: string): T & { secret?: string } => ({
  ...answer,
  ...(!dry_run && { secret }),
});
