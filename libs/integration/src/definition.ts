import { channel, promotion } from '@stockbook/contracts';
import { SAMPLE_MS } from '@stockbook/process';
import type { ServiceDefinition } from '@stockbook/service';
import { ChannelRow } from './channel/channel.entity.js';
import { ChannelModule } from './channel/channel.module.js';
import { AnnouncementRow } from './announcement/announcement.entity.js';
import { ExtensionModule } from './extension/extension.module.js';
import { ExtensionRow } from './extension/extension.entity.js';
import { InvoiceNumberRow, InvoiceSeriesRow } from './invoice/number/invoice-number.entity.js';
import { InvoiceTemplateRow } from './invoice/invoice-template.entity.js';
import { Initial1764000000000 } from './migrations/0001-initial.js';
import { ProfileRow } from './profile/profile.entity.js';
import { HoldExpiry } from './promotion/use/hold-expiry.js';
import { PromotionCategoryRow } from './promotion/record/promotion-category.entity.js';
import { PromotionHistoryRow, PromotionHoldRow, PromotionOrderRow } from './promotion/use/promotion-use.entity.js';
import { PromotionModule } from './promotion/promotion.module.js';
import { PromotionRevisionRow, PromotionRow } from './promotion/record/promotion.entity.js';
import { TaxRow } from './tax/tax.entity.js';
import { Dispatcher } from './webhook/dispatch/dispatcher.js';
import { AccountSubscriptions } from './webhook/endpoint/account-subscriptions.js';
import { WebhookRow } from './webhook/endpoint/webhook.entity.js';
import { FeedWaits } from './webhook/feed/feed-waits.js';
import { DeliveryExpiry } from './webhook/log/delivery-expiry.js';
import { partitionedLogs } from './webhook/log/partitions.js';
import { WebhookReconciliation } from './webhook/log/reconciliation.js';
import { WebhookMetrics } from './webhook/log/webhook-metrics.js';
import { WebhookModule } from './webhook/webhook.module.js';

/** The integration service: the sales channels of an account, its promotions, extensions and webhooks. */
export const integrationService: ServiceDefinition = {
  name: 'integration',
  rows: [
    AnnouncementRow,
    ChannelRow,
    ExtensionRow,
    InvoiceNumberRow,
    InvoiceSeriesRow,
    InvoiceTemplateRow,
    ProfileRow,
    PromotionCategoryRow,
    PromotionHistoryRow,
    PromotionHoldRow,
    PromotionOrderRow,
    PromotionRevisionRow,
    PromotionRow,
    TaxRow,
    WebhookRow,
  ],
  migrations: [Initial1764000000000],
  pace_ms: 25,
  modules: [ChannelModule, ExtensionModule, PromotionModule, WebhookModule],
  partitioned: partitionedLogs,
  cached: [channel, { add: promotion.add, edit: promotion.edit, delete: promotion.delete }],
  jobs: [
    { name: 'hold-expiry', every_ms: 1_000, runs_on: 'leader', provider: HoldExpiry },
    { name: 'webhook-dispatch', every_ms: 250, runs_on: 'every replica', provider: Dispatcher },
    { name: 'webhook-feed', every_ms: 200, runs_on: 'every replica', provider: FeedWaits },
    { name: 'webhook-subscriptions', every_ms: 60_000, runs_on: 'leader', provider: AccountSubscriptions },
    { name: 'webhook-reconciliation', every_ms: 600_000, runs_on: 'leader', provider: WebhookReconciliation },
    { name: 'webhook-metrics', every_ms: SAMPLE_MS, runs_on: 'every replica', provider: WebhookMetrics },
    { name: 'webhook-expiry', every_ms: 3_600_000, runs_on: 'leader', provider: DeliveryExpiry },
  ],
};
