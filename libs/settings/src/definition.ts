import {
  channelGroup,
  company,
  creditNoteStatus,
  currency,
  language,
  orderStatus,
  paymentMethod,
  session,
  user,
  userGroup,
} from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { AccountRow } from './account/account.entity.js';
import { AuditModule } from './audit/audit.module.js';
import { AuditPruning } from './audit/audit-pruning.js';
import { AuditRow } from './audit/audit.entity.js';
import { ChannelGroupRow } from './channel-group/channel-group.entity.js';
import { CompanyRow } from './company/company.entity.js';
import { CompanyModule } from './company.module.js';
import { CreditNoteStatusRow } from './credit-note-status/credit-note-status.entity.js';
import { CurrencyRow } from './currency/currency.entity.js';
import { IdentityModule } from './identity/identity.module.js';
import { LanguageRow } from './language/language.entity.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { OrderStatusRow } from './order-status/order-status.entity.js';
import { PaymentMethodRow } from './payment-method/payment-method.entity.js';
import { ReferenceModule } from './reference.module.js';
import { UserGroupRow } from './user/group/user-group.entity.js';
import { UserPasskeyRow } from './user/session/user-passkey.entity.js';
import { UserPasswordRow } from './user/session/user-password.entity.js';
import { UserSalesmanRow } from './user/salesman/user-salesman.entity.js';
import { UserSecretRow } from './user/secret/user-secret.entity.js';
import { UserModule } from './user/user.module.js';
import { UserRow } from './user/user.entity.js';

/** The settings service: accounts, users and what orders are made with. */
export const settingsService: ServiceDefinition = {
  name: 'settings',
  rows: [
    AccountRow,
    AuditRow,
    ChannelGroupRow,
    CompanyRow,
    CreditNoteStatusRow,
    CurrencyRow,
    LanguageRow,
    OrderStatusRow,
    PaymentMethodRow,
    UserGroupRow,
    UserPasskeyRow,
    UserPasswordRow,
    UserRow,
    UserSalesmanRow,
    UserSecretRow,
  ],
  uncounted: [AuditRow],
  migrations: [Initial1764000000000],
  // The audit log alone reads events.
  pace_ms: 200,
  modules: [AuditModule, CompanyModule, IdentityModule, ReferenceModule, UserModule],
  jobs: [{ name: 'audit-pruning', provider: AuditPruning, every_ms: 3_600_000, runs_on: 'leader' }],
  cached: [
    channelGroup,
    company,
    creditNoteStatus,
    currency,
    language,
    orderStatus,
    paymentMethod,
    session,
    user,
    userGroup,
  ],
};
