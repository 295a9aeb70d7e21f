import { channelGroup, company, currency, orderStatus, paymentMethod } from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { AccountRow } from './account/account.entity.js';
import { ChannelGroupRow } from './channel-group/channel-group.entity.js';
import { ChannelGroupHandlers } from './channel-group/channel-group.handlers.js';
import { CompanyRow } from './company/company.entity.js';
import { CompanyHandlers } from './company/company.handlers.js';
import { StockPolicyHandOver } from './company/stock-policy-hand-over.js';
import { CurrencyRow } from './currency/currency.entity.js';
import { CurrencyHandlers } from './currency/currency.handlers.js';
import { IdentityHandlers } from './identity/identity.handlers.js';
import { Initial1763600000001 } from './migrations/0001-initial.js';
import { RelayLease1763600000002 } from './migrations/0002-relay-lease.js';
import { RequestKeys1763600000010 } from './migrations/0010-request-keys.js';
import { DeferredEvents1763600000011 } from './migrations/0011-deferred-events.js';
import { WideIdentifiers1763600000012 } from './migrations/0012-wide-identifiers.js';
import { TextRules1763600000013 } from './migrations/0013-text-rules.js';
import { StatementDates1763600000020 } from './migrations/0020-statement-dates.js';
import { OrderStatusRow } from './order-status/order-status.entity.js';
import { OrderStatusHandlers } from './order-status/order-status.handlers.js';
import { PaymentMethodRow } from './payment-method/payment-method.entity.js';
import { PaymentMethodHandlers } from './payment-method/payment-method.handlers.js';
import { SettingsReferenceHandlers } from './reference/settings-reference.handlers.js';
import { UserGroupRow } from './user/user-group.entity.js';
import { UserSecretRow } from './user/user-secret.entity.js';
import { UserRow } from './user/user.entity.js';

/** The settings service: accounts, users and what orders are made with. */
export const settingsService: ServiceDefinition = {
  name: 'settings',
  rows: [
    AccountRow,
    ChannelGroupRow,
    CompanyRow,
    CurrencyRow,
    OrderStatusRow,
    PaymentMethodRow,
    UserGroupRow,
    UserRow,
    UserSecretRow,
  ],
  migrations: [
    Initial1763600000001,
    RelayLease1763600000002,
    RequestKeys1763600000010,
    DeferredEvents1763600000011,
    WideIdentifiers1763600000012,
    TextRules1763600000013,
    StatementDates1763600000020,
  ],
  handlers: [
    ChannelGroupHandlers,
    CompanyHandlers,
    CurrencyHandlers,
    IdentityHandlers,
    OrderStatusHandlers,
    PaymentMethodHandlers,
    SettingsReferenceHandlers,
  ],
  consumers: [],
  providers: [StockPolicyHandOver],
  cached: [channelGroup, company, currency, orderStatus, paymentMethod],
};
