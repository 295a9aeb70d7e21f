import type { ManagedProcess, ProcessName, System } from '@stockbook/distributed';
import type { Gate } from '../load/gate.js';
import type { ShopAccount } from '../load/shop.js';
import type { Random } from '../random.js';
import type { Traps } from '../traps.js';
import type { Plants } from './poison.js';

/** What faults are inflicted on, and with. */
export interface Stage {
  readonly system: System;
  readonly traps: Traps;
  readonly gate: Gate;
  readonly random: Random;
  readonly shops: readonly ShopAccount[];
  readonly plants: Plants;
  /** From this full length of a fault to its length in this run, in milliseconds. */
  readonly lasting: (full_s: number, least_s: number) => number;
}

/** One of a process's replicas, out of those that run. */
export function oneOf({ system, random }: Stage, ...names: readonly ProcessName[]): ManagedProcess {
  const replicas = system.processes.filter(({ name }) => names.includes(name));
  const running = replicas.filter(({ pid }) => pid);
  return random.pick(running.length ? running : replicas);
}

export const nameOf = ({ name, replica }: ManagedProcess): string => `${name}.${replica}`;

/** Resolves when every process is ready. */
export const allReady = ({ processes }: System): Promise<unknown> => Promise.all(processes.map((each) => each.ready()));
