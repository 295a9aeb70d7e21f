import { setMaxListeners } from 'node:events';
import type { Random } from '../random.js';
import { Client } from './client.js';
import type { Gate } from './gate.js';
import type { Journal } from './journal.js';
import type { ShopAccount } from './shop.js';

export interface LoadOptions {
  readonly gate: Gate;
  readonly journal: Journal;
  readonly shops: readonly ShopAccount[];
  readonly random: Random;
  readonly clients: number;
  /** Between an answer and the next request, on average. */
  readonly pause_ms: number;
}

/** Runs the clients, spread over the accounts, until the signal; resolves when the last has its answer. */
export async function runLoad(options: LoadOptions, signal: AbortSignal): Promise<void> {
  const { gate, journal, shops, random, pause_ms } = options;
  setMaxListeners(options.clients + 1, signal);
  const clients = Array.from({ length: options.clients }, (_, index) => {
    const [account, stranger] = [shops[index % shops.length], shops[(index + 1) % shops.length]];
    if (!account || !stranger) throw new Error('There is no account to work on.');
    const token = () => journal.nextToken(account.account_id);
    return new Client(gate, { account, random: random.fork(), journal, token }, stranger, pause_ms);
  });
  await Promise.all(clients.map((client) => client.run(signal)));
}
