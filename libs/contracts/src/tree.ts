import { type Operation, operationsOf } from './contract.js';
import { brand } from './inventory/brand.js';

/** Every operation that the gateway serves, by group, resource and verb. */
export const contract = {
  inventory: { brand },
};

/** The same, by path. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  operationsOf(contract).map((operation) => [operation.path, operation]),
);
