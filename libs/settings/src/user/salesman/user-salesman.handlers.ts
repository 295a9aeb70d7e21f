import { type CallOf, userSalesman, UserSalesman, userSalesmanChanged } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { refuseDuplicate } from '../../duplicate.js';
import { text } from '../../text.js';
import { UserSalesmanRow } from './user-salesman.entity.js';

type Write = CallOf<typeof userSalesman.add | typeof userSalesman.edit>;

@Controller()
export class UserSalesmanHandlers {
  private readonly codes: PlainRecords<UserSalesmanRow, 'user_salesman_id', UserSalesman>;

  constructor(db: Db) {
    this.codes = new PlainRecords(db, UserSalesmanRow, 'user_salesman_id', userSalesmanChanged, showAs(UserSalesman));
  }

  @Handles(userSalesman.add)
  add(call: CallOf<typeof userSalesman.add>) {
    return this.codes.add(call, this.codes.existingReferences(call)).catch(refuseCode(call));
  }

  @Handles(userSalesman.edit)
  edit(call: CallOf<typeof userSalesman.edit>) {
    return this.codes.edit(call, this.codes.existingReferences(call)).catch(refuseCode(call));
  }

  @Handles(userSalesman.delete)
  delete(call: CallOf<typeof userSalesman.delete>) {
    return this.codes.delete(call);
  }

  @Handles(userSalesman.get)
  async get(call: CallOf<typeof userSalesman.get>) {
    const { filter_user_id: user_id, filter_code: code } = call.input;
    const query = this.codes.query(call);
    if (user_id !== undefined) query.andWhere('user_salesman.user_id = :user_id', { user_id });
    if (code) query.andWhere('user_salesman.code = :code', { code });
    const sorts = { code: text.sorted('user_salesman.code'), date_modified: 'user_salesman.date_modified' };
    const { records, ...page } = await this.codes.list(call, sorts, query);
    return { ...page, user_salesman: records };
  }
}

const refuseCode = ({ input: { code = '' } }: Write) =>
  refuseDuplicate('user_salesman_code', `There is already a user salesman ${code}.`);
