import { openShop, type Shop, type TestUser, World } from '@stockbook/testing';
import type { ServerResponse } from 'node:http';
import { Receiver } from '../http/receiver.fixture.js';

/** A shop of its own with a receiver that answers when the test says so. */
export interface HeldAnswers {
  readonly world: World;
  readonly user: TestUser;
  readonly shop: Shop;
  readonly receiver: Receiver;
  /** These requests wait for an answer, in the order of their arrival. */
  readonly open: ServerResponse[];
}

export async function holdAnswers(): Promise<HeldAnswers> {
  const world = await World.shared();
  const user = await world.account();
  const open: ServerResponse[] = [];
  const receiver = await Receiver.open((_, __, response) => void open.push(response));
  return { world, user, shop: await openShop(user), receiver, open };
}
