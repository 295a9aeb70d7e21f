export { integrationConfigurations } from './configuration.js';
export { integrationService } from './definition.js';
export { INVOICE_TEMPLATE } from './invoice/example-template.js';
export { resealWebhooks } from './webhook/endpoint/reseal-webhooks.js';
