export { inventoryService } from './inventory-service.js';
