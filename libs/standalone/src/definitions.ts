import type { Service } from '@stockbook/contracts';
import { integrationService } from '@stockbook/integration';
import { inventoryService } from '@stockbook/inventory';
import { salesService } from '@stockbook/sales';
import type { ServiceDefinition } from '@stockbook/service';
import { settingsService } from '@stockbook/settings';

export const definitions: Readonly<Record<Service, ServiceDefinition>> = {
  sales: salesService,
  inventory: inventoryService,
  settings: settingsService,
  integration: integrationService,
};
