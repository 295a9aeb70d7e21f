import { type Service, services } from '@stockbook/contracts';
import { integrationService } from '@stockbook/integration';
import { inventoryService } from '@stockbook/inventory';
import { salesService } from '@stockbook/sales';
import { consumptionsOf, type ServiceDefinition } from '@stockbook/service';
import { settingsService } from '@stockbook/settings';

/** Every service that there is. */
export const definitions: Readonly<Record<Service, ServiceDefinition>> = {
  sales: salesService,
  inventory: inventoryService,
  settings: settingsService,
  integration: integrationService,
};

/** A consumer group and a topic that it takes events of. */
export interface Subscribed {
  readonly consumer: Service;
  readonly topic: string;
}

/** Which consumer takes which topics, as the services declare it. */
export const subscriptions: readonly Subscribed[] = services.flatMap((consumer) => {
  const consumptions = definitions[consumer].consumers.flatMap(({ prototype }) => consumptionsOf(prototype));
  return [...new Set(consumptions.map(({ type }) => type.topic))].map((topic) => ({ consumer, topic }));
});
