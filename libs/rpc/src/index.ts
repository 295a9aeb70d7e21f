export * from './addresses.js';
export type { Answer } from './answer.js';
export { type Freshness, LatestChanges } from './freshness/freshness.js';
export { Invalidations } from './freshness/invalidations.js';
export * from './in-process.js';
export { ownAsking, Services, type ServiceLink, type ServiceTransport } from './services.js';
export type { Address, Trust } from './tcp/address.js';
export { tcpClient, tcpServer } from './tcp/tcp.js';
