import { ENVIRONMENT, type Environment } from '@stockbook/process';
import { Module } from '@nestjs/common';
import { EndpointGroups } from './channel-group/endpoint-groups.js';
import { GroupChannelsHandlers } from './channel-group/group-channels.handlers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Slots } from './dispatch/lane/slots.js';
import { Ownership } from './dispatch/ownership.js';
import { Sender } from './dispatch/sender.js';
import { AccountSubscriptions } from './endpoint/account-subscriptions.js';
import { WebhookSecrets } from './endpoint/webhook-secrets.js';
import { WebhookStatuses } from './endpoint/webhook-status.js';
import { WebhookAdd } from './webhook-add.js';
import { WebhookChanges } from './webhook-changes.js';
import { WebhookEdit } from './webhook-edit.js';
import { WebhookHandlers } from './webhook.handlers.js';
import { FanOut } from './fan-out/fan-out.js';
import { FeedWaits } from './feed/feed-waits.js';
import { FeedHandlers } from './feed/feed.handlers.js';
import { AllowedNetworks } from './http/networks.js';
import { WebhookHttp } from './http/webhook-http.js';
import { DeliveryHandlers } from './log/delivery.handlers.js';
import { DeliveryExpiry } from './log/delivery-expiry.js';
import { WebhookReconciliation } from './log/reconciliation.js';
import { WebhookMetrics } from './log/webhook-metrics.js';
import { WebhookTestHandlers } from './log/webhook-test.handlers.js';
import { WebhookTest } from './log/webhook-test.js';

@Module({
  controllers: [WebhookHandlers, DeliveryHandlers, FeedHandlers, GroupChannelsHandlers, WebhookTestHandlers],
  providers: [
    { provide: AllowedNetworks, inject: [ENVIRONMENT], useFactory: (env: Environment) => AllowedNetworks.in(env) },
    {
      provide: WebhookHttp,
      inject: [AllowedNetworks],
      useFactory: (networks: AllowedNetworks) => new WebhookHttp({ networks }),
    },
    WebhookSecrets,
    WebhookStatuses,
    AccountSubscriptions,
    WebhookChanges,
    WebhookAdd,
    WebhookEdit,
    Sender,
    Slots,
    Ownership,
    Dispatcher,
    FanOut,
    FeedWaits,
    EndpointGroups,
    DeliveryExpiry,
    WebhookReconciliation,
    WebhookMetrics,
    WebhookTest,
  ],
})
export class WebhookModule {}
