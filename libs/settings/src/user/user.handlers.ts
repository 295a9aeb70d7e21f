import { type CallOf, Refused, user } from '@stockbook/contracts';
import { Db, type Tx } from '@stockbook/persistence';
import { actorOf, Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseDuplicate } from '../duplicate.js';
import { lockAdministration, requireAdministrator, rightsOf } from './group/administration.js';
import { claimUser } from './claim-user.js';
import { emailFaults, networkFaults, userGroupFaults } from './user-faults.js';
import { listUsers } from './user-list.js';
import { userRecords } from './user-records.js';
import { type IssuedSecret, UserSecrets } from './secret/user-secrets.js';

type UserCall = CallOf<typeof user.delete>;

@Controller()
export class UserHandlers {
  private readonly users;

  constructor(
    private readonly db: Db,
    private readonly secrets: UserSecrets,
  ) {
    this.users = userRecords(db);
  }

  @Handles(user.add)
  add(call: CallOf<typeof user.add>) {
    const input = { ...columnsOf(call.input), email: call.input.email.toLowerCase() };
    const work = async (tx: Tx) => {
      await lockAdministration(tx);
      const held = await rightsOf(tx, call.caller);
      Refused.ifAny([
        ...emailFaults(input.email),
        ...networkFaults(input),
        ...(await userGroupFaults(tx, held, input.user_group_id)),
      ]);
      return this.users.insert(tx, { ...call, input });
    };
    return this.issue(call, work).catch(refuseEmail(input.email));
  }

  @Handles(user.edit)
  edit(call: CallOf<typeof user.edit>) {
    const email = call.input.email?.toLowerCase();
    const input = { ...columnsOf(call.input), ...(email !== undefined && { email }) };
    const edited = this.db.transact(call, async (tx) => {
      const { row, held } = await claimUser(tx, call.caller, call.input.user_id);
      const { user_group_id = row.user_group_id } = input;
      const group = user_group_id === row.user_group_id ? [] : await userGroupFaults(tx, held, user_group_id);
      Refused.ifAny([...(email === undefined ? [] : emailFaults(email)), ...networkFaults(input), ...group]);
      const answer = await this.users.update(tx, { ...call, input }, input);
      await requireAdministrator(tx);
      return answer;
    });
    return edited.catch(refuseEmail(email));
  }

  @Handles(user.delete)
  delete(call: CallOf<typeof user.delete>) {
    return this.db.transact(call, async (tx) => {
      await claimUser(tx, call.caller, call.input.user_id);
      const answer = await this.users.remove(tx, call);
      await requireAdministrator(tx);
      return answer;
    });
  }

  @Handles(user.rotateSecret)
  rotateSecret(call: CallOf<typeof user.rotateSecret>) {
    const { user_id } = call.input;
    return this.issue(call, async (tx) => {
      await claimUser(tx, call.caller, call.input.user_id);
      return { user_id };
    });
  }

  @Handles(user.get)
  get(call: CallOf<typeof user.get>) {
    return listUsers(this.users, call);
  }

  /** The stored answer does not have the secret: only the first answer shows it. */
  private async issue(call: UserCall | CallOf<typeof user.add>, work: (tx: Tx) => Promise<{ user_id: number }>) {
    let issued: IssuedSecret | undefined;
    const answer = await this.db.transact(call, async (tx) => {
      const { user_id } = await work(tx);
      issued = await this.secrets.issue(tx, user_id, actorOf(call));
      return { user_id, user_secret_id: issued.user_secret_id };
    });
    return { ...answer, ...(!call.dry_run && issued && { api_secret: issued.api_secret }) };
  }
}

const columnsOf = <I extends { expires?: string }>({ expires, ...others }: I) => ({
  ...others,
  ...(expires !== undefined && { expires: expires ? new Date(expires) : null }),
});

const refuseEmail = (email = '') => refuseDuplicate('user_email', `There is already a user ${email}.`);
