export { salesService } from './definition.js';
