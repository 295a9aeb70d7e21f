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
import { Initial1764000000000 } from './migrations/0001-initial.js';
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
  migrations: [Initial1764000000000],
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
