import type { Desk } from './desk.js';
import type { Write } from './journal.js';

type Done = Write | boolean | undefined;

/** Undefined means that nothing is there to write to. An action that sends by itself returns whether it was granted. */
export type Action = (desk: Desk) => Done | Promise<Done>;

/** Actions by their names; one with twice the weight comes twice as often. */
export type Actions = Readonly<Record<string, readonly [weight: number, action: Action]>>;
