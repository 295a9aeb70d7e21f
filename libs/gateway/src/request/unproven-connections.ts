import type { Socket } from 'node:net';
import { OldestGiveWay } from './oldest-give-way.js';
import { countLimited } from './rate-limit.js';

/** Each keeps up to 16 KB of a head, and all that are too slow are answered in one turn of the event loop. */
const MOST = 512;

/** Connections over which no signed request has come. */
export class UnprovenConnections extends OldestGiveWay<Socket> {
  constructor() {
    super(MOST, () => countLimited('unsigned_connections'));
  }
}
