import type { Socket } from 'node:net';
import { OldestGiveWay } from './oldest-give-way.js';
import { countLimited } from './rate-limit.js';

/** Connections over which no signed request has come: each keeps up to 16 KB of a head. */
export class UnprovenConnections extends OldestGiveWay<Socket> {
  constructor(most: number) {
    super(most, () => countLimited('unsigned_connections'));
  }
}
