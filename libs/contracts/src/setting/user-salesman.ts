import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Id, ListOf, OneOf, Text, When } from '../fields/fields.js';

const CODE = 'Unique in the account.';
const ADDITIVE = { additive: true };

class UserSalesmanKey {
  @Id() user_salesman_id!: number;
}
class UserSalesmanAdd {
  @Id() user_id!: number;
  @Text({ min: 1, max: 255, trim: true, doc: CODE }) code!: string;
}
class UserSalesmanEdit {
  @Id() user_salesman_id!: number;
  @Id({ optional: true }) user_id?: number;
  @Text({ optional: true, min: 1, max: 255, trim: true, doc: CODE }) code?: string;
}
class UserSalesmanGet extends RecordPageRequest {
  @Id({ optional: true }) user_salesman_id?: number;
  @Id({ optional: true }) filter_user_id?: number;
  @Text({ optional: true, trim: true, doc: 'The whole code.' }) filter_code?: string;
  @OneOf(['code', 'date_modified'], { optional: true }) sort?: 'code' | 'date_modified';
}
export class UserSalesman extends UserSalesmanKey {
  @Id() user_id!: number;
  @Text({ doc: CODE }) code!: string;
  @When() date_modified!: string;
}
class UserSalesmanPage extends Page {
  @ListOf(() => UserSalesman) user_salesman!: UserSalesman[];
}

export const userSalesman = resource(
  'setting/user_salesman',
  'settings',
  {
    add: once(UserSalesmanAdd, UserSalesmanKey, 'Gives a user a salesman code.', ADDITIVE),
    edit: write(
      UserSalesmanEdit,
      UserSalesmanKey,
      'Changes a salesman code; absent fields stay as they are.',
      ADDITIVE,
    ),
    delete: once(UserSalesmanKey, UserSalesmanKey, 'Deletes a salesman code.', ADDITIVE),
    get: read(UserSalesmanGet, UserSalesmanPage, 'Lists salesman codes.'),
  },
  { concernsAll: true },
);

export const userSalesmanChanged = fact('setting.user_salesman', UserSalesman);
