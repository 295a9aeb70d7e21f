import type { Permission, SecretKeys } from '@stockbook/auth';
import {
  Account,
  accountChanged,
  type Call,
  companyChanged,
  currencyChanged,
  languageChanged,
  noRecord,
  noReference,
  ownCaller,
  Refused,
  SYSTEM,
} from '@stockbook/contracts';
import { claim, type Db, statement, type Tx } from '@stockbook/persistence';
import { isChange, modifiedNow, publishFact, showAs } from '@stockbook/service';
import { CompanyRow } from '../company/company.entity.js';
import { toCompany } from '../company/company-shown.js';
import { CurrencyRow } from '../currency/currency.entity.js';
import { toCurrency } from '../currency/currency.handlers.js';
import { refuseDuplicate } from '../duplicate.js';
import { LanguageRow } from '../language/language.entity.js';
import { toLanguage } from '../language/language.handlers.js';
import { EVERYTHING, lockAdministration } from '../user/group/administration.js';
import { UserGroupRow } from '../user/group/user-group.entity.js';
import { userGroupRecords } from '../user/group/user-group-records.js';
import { userRecords } from '../user/user-records.js';
import { type IssuedSecret, UserSecrets } from '../user/secret/user-secrets.js';
import { UserRow } from '../user/user.entity.js';
import { AccountRow } from './account.entity.js';
import {
  accountChangeFaults,
  type AccountChanges,
  accountFaults,
  type NewAccount,
  type NewUser,
  type NewUserGroup,
  userFaults,
  userGroupFaults,
} from './new-account.js';

export interface AddedUser extends IssuedSecret {
  readonly account_id: number;
  readonly user_id: number;
}

const OWNER = 'Owner';

const drawAccount = statement('draw_account', `SELECT nextval('settings.account_id')::int AS account_id`);

/** Runs operator commands that no client's request can run, on accounts, their users and secrets. */
export class Provisioning {
  private readonly secrets: UserSecrets;
  private readonly users;
  private readonly groups;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.secrets = new UserSecrets(keys);
    this.users = userRecords(db);
    this.groups = userGroupRecords(db);
  }

  /** Returns the id of the account with this domain, or a refusal: `There is no account shop.example.` */
  async accountOf(domain: string): Promise<number> {
    const found = await this.db.source.manager.findOneBy(AccountRow, { domain: domain.toLowerCase() });
    if (!found) throw new Refused(noRecord('account', domain));
    return found.account_id;
  }

  async addAccount(account: NewAccount): Promise<AddedUser> {
    Refused.ifAny(accountFaults(account));
    const domain = account.domain.toLowerCase();
    const [drawn] = await this.db.query<{ account_id: number }>(drawAccount, []);
    const added = this.db.transactFor([drawn!.account_id], async (tx) => {
      const { account_id } = tx;
      const { name, currency, timezone } = account;
      await insertAccount(tx, { account_id, domain, name });
      await insertCompany(tx, { name, currency, timezone });
      await this.insertUserGroup(tx, { name: OWNER, permission: EVERYTHING });
      await insertBaseCurrency(tx, currency);
      await insertLanguage(tx);
      return this.insertUser(tx, account.owner);
    });
    return added.catch(refuseDuplicate('account_domain', `There is already an account ${domain}.`));
  }

  /** Renames, disables or enables an account, or changes how far its clocks may be off. */
  changeAccount(account_id: number, changes: AccountChanges): Promise<void> {
    Refused.ifAny(accountChangeFaults(changes));
    return this.db.transactFor([account_id], (tx) => editAccount(tx, changes));
  }

  async addUserGroup(account_id: number, name: string, permission: Permission): Promise<number> {
    Refused.ifAny(userGroupFaults('name', { name, permission }));
    return this.db.transactFor([account_id], (tx) => this.insertUserGroup(tx, { name, permission }));
  }

  /** Adds a user; a new group comes with the user or, where one of them is refused, not at all. */
  async addUser(account_id: number, user: NewUser): Promise<AddedUser> {
    Refused.ifAny(userFaults(user));
    return this.db.transactFor([account_id], async (tx) => {
      await lockAdministration(tx);
      return this.insertUser(tx, user);
    });
  }

  enableUser(account_id: number, email: string, enabled: boolean): Promise<void> {
    return this.changeUser(account_id, email, async (tx, { user_id }) => {
      await this.users.update(tx, callOf(account_id, { user_id }), { enabled });
    });
  }

  /** Issues a further secret. The one before it stays live until it is revoked or the next one is issued. */
  rotateSecret(account_id: number, email: string): Promise<IssuedSecret> {
    return this.changeUser(account_id, email, (tx, { user_id }) => this.secrets.issue(tx, user_id, SYSTEM));
  }

  revokeSecret(account_id: number, email: string, user_secret_id: number): Promise<void> {
    return this.changeUser(account_id, email, (tx, { user_id }) =>
      this.secrets.revoke(tx, user_id, user_secret_id, SYSTEM),
    );
  }

  /** Tells whether this api_secret is a live one of the user, who may be disabled all the same. */
  isLiveSecret(account_id: number, email: string, api_secret: string): Promise<boolean> {
    return this.secrets.isLive(this.db, account_id, email.toLowerCase(), api_secret);
  }

  private changeUser<T>(account_id: number, email: string, work: (tx: Tx, user: UserRow) => Promise<T>): Promise<T> {
    return this.db.transactFor([account_id], async (tx) => {
      await lockAdministration(tx);
      return work(tx, await claim(tx, ownCaller(tx.account_id), UserRow, { email: email.toLowerCase() }));
    });
  }

  private async insertUser(tx: Tx, { user_group = OWNER, ...user }: NewUser): Promise<AddedUser> {
    const { account_id } = tx;
    const email = user.email.toLowerCase();
    const user_group_id = await (typeof user_group === 'object'
      ? this.insertUserGroup(tx, user_group)
      : userGroupOf(tx, user_group));
    const input = { ...user, email, user_group_id };
    const inserted = this.users.insert(tx, callOf(account_id, input));
    const { user_id } = await inserted.catch(refuseDuplicate('user_email', `There is already a user ${email}.`));
    return { account_id, user_id, ...(await this.secrets.issue(tx, user_id, SYSTEM)) };
  }

  private async insertUserGroup(tx: Tx, { name, permission }: NewUserGroup): Promise<number> {
    const inserted = this.groups.insert(tx, callOf(tx.account_id, { name, permission }));
    const refuse = refuseDuplicate('user_group_name', `There is already a user group ${name}.`);
    return (await inserted.catch(refuse)).user_group_id;
  }
}

/** Returns an operator's change, in the shape of a request. */
const callOf = <I extends object>(account_id: number, input: I): Call<I> => ({
  caller: ownCaller(account_id),
  input,
  deadline: Infinity,
  request_id: '',
});

async function userGroupOf(tx: Tx, name: string): Promise<number> {
  const group = await tx.manager.findOneBy(UserGroupRow, { account_id: tx.account_id, name });
  if (!group) throw new Refused(noReference('user_group', 'user group', name));
  return group.user_group_id;
}

async function insertAccount(tx: Tx, account: Pick<AccountRow, 'account_id' | 'domain' | 'name'>): Promise<void> {
  const { account_id } = account;
  await tx.manager.insert(AccountRow, account);
  const after = toAccount(await tx.manager.findOneByOrFail(AccountRow, { account_id }));
  publishFact(tx, accountChanged, { id: account_id, sequence: 1, change: 'added', actor: SYSTEM, after });
}

async function editAccount(tx: Tx, changes: AccountChanges): Promise<void> {
  const { account_id } = tx;
  await lockAdministration(tx);
  const stored = await tx.manager.findOneByOrFail(AccountRow, { account_id });
  if (!isChange(stored, changes)) return;
  const set = { ...changes, version: () => 'version + 1', date_modified: modifiedNow };
  await tx.manager.update(AccountRow, { account_id }, set);
  const row = await tx.manager.findOneByOrFail(AccountRow, { account_id });
  const states = { before: toAccount(stored), after: toAccount(row) };
  publishFact(tx, accountChanged, {
    id: account_id,
    sequence: row.version,
    change: 'edited',
    actor: SYSTEM,
    ...states,
  });
}

async function insertCompany(tx: Tx, company: Pick<NewAccount, 'name' | 'currency' | 'timezone'>): Promise<void> {
  const { account_id } = tx;
  await tx.manager.insert(CompanyRow, { ...company, account_id });
  const after = toCompany(await tx.manager.findOneByOrFail(CompanyRow, { account_id }));
  publishFact(tx, companyChanged, { id: account_id, sequence: 1, change: 'added', actor: SYSTEM, after });
}

async function insertBaseCurrency(tx: Tx, code: string): Promise<void> {
  const key = { account_id: tx.account_id, code };
  await tx.manager.insert(CurrencyRow, { ...key, value: 1 });
  const after = toCurrency(await tx.manager.findOneByOrFail(CurrencyRow, key));
  publishFact(tx, currencyChanged, { id: after.currency_id, sequence: 1, change: 'added', actor: SYSTEM, after });
}

/** Adds the language of a new company; its column's default names it. */
async function insertLanguage(tx: Tx): Promise<void> {
  const key = { account_id: tx.account_id, code: 'en' };
  await tx.manager.insert(LanguageRow, { ...key, name: 'English', locale: 'en' });
  const after = toLanguage(await tx.manager.findOneByOrFail(LanguageRow, key));
  publishFact(tx, languageChanged, { id: after.language_id, sequence: 1, change: 'added', actor: SYSTEM, after });
}

const toAccount = showAs(Account);
