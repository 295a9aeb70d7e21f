import { channel } from '@stockbook/contracts';
import type { ServiceDefinition } from '@stockbook/service';
import { ChannelRow } from './channel/channel.entity.js';
import { ChannelHandlers } from './channel/channel.handlers.js';
import { ChannelsReferenceHandlers } from './channel/channels-reference.handlers.js';
import { Initial1763600000001 } from './migrations/0001-initial.js';
import { RelayLease1763600000002 } from './migrations/0002-relay-lease.js';
import { RequestKeys1763600000010 } from './migrations/0010-request-keys.js';
import { DeferredEvents1763600000011 } from './migrations/0011-deferred-events.js';
import { WideIdentifiers1763600000012 } from './migrations/0012-wide-identifiers.js';
import { TextRules1763600000013 } from './migrations/0013-text-rules.js';
import { StatementDates1763600000020 } from './migrations/0020-statement-dates.js';

/** The integration service: the sales channels of an account. */
export const integrationService: ServiceDefinition = {
  name: 'integration',
  rows: [ChannelRow],
  migrations: [
    Initial1763600000001,
    RelayLease1763600000002,
    RequestKeys1763600000010,
    DeferredEvents1763600000011,
    WideIdentifiers1763600000012,
    TextRules1763600000013,
    StatementDates1763600000020,
  ],
  handlers: [ChannelHandlers, ChannelsReferenceHandlers],
  consumers: [],
  providers: [],
  cached: [channel],
};
