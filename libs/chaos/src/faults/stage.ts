import type { Service } from '@stockbook/contracts';
import type { ManagedProcess, ProcessName, System } from '@stockbook/distributed';
import { setTimeout as delay } from 'node:timers/promises';
import type { Gate } from '../load/gate.js';
import type { ShopAccount } from '../load/shop.js';
import type { Random } from '@stockbook/process';
import type { Traps } from '../system/traps.js';
import type { Plants } from './poison.js';

/** The time from the halt of a replica, in a transaction, until another one changed the record that it had locked. */
export interface Recovery {
  readonly service: Service;
  readonly ms: number;
}

export interface Stage {
  readonly system: System;
  readonly traps: Traps;
  /** The folder of the release before, in a run with two. */
  readonly previousBuild?: string;
  readonly gate: Gate;
  readonly random: Random;
  readonly shops: readonly ShopAccount[];
  readonly bulky: ShopAccount;
  readonly plants: Plants;
  readonly recoveries: Recovery[];
}

const PATIENCE_MS = 30_000;

/** Returns a replica of a process, out of those that run; waits for one. */
export async function oneOf({ system, random }: Stage, name: ProcessName): Promise<ManagedProcess> {
  const replicas = system.processes.filter((each) => each.name === name);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(20)) {
    const running = replicas.filter(({ pid }) => pid);
    if (running.length) return random.pick(running);
  }
  throw new Error(`No process of ${name} runs.`);
}

export function haltedReplica({ processes }: System, service: Service, pid: number | undefined): ManagedProcess {
  const halted = processes.find((each) => pid && each.pid === pid);
  if (halted) return halted;
  throw new Error(`Process ${pid} of ${service} was halted, and is not there.`);
}

export const replicaName = ({ name, replica }: ManagedProcess): string => `${name}.${replica}`;

export const allReady = ({ processes }: System): Promise<unknown> => Promise.all(processes.map((each) => each.ready()));
