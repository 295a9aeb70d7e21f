export { integrationService } from './definition.js';
