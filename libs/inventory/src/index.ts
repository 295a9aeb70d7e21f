export { inventoryService } from './definition.js';
