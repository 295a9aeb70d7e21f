import { Page, RecordPageRequest } from '../common.js';
import { fact } from '../facts.js';
import { Id, Int, ListOf, Text, When } from '../fields/fields.js';

/** Bounds of a balance, because transactions of up to 2,147,483,647 points add up. */
export const POINTS = { min: 0, max: Number.MAX_SAFE_INTEGER } as const;

export class RewardGet extends RecordPageRequest {
  @Id() customer_id!: number;
  @When({ optional: true, doc: 'Transactions after this point in time.' }) filter_date_added?: string;
}
export class RewardAdd {
  @Id() customer_id!: number;
  @Int({ doc: 'Points to add, or, below 0, to take; no more than there are.' }) reward!: number;
  @Text({ optional: true, max: 1_000 }) description?: string;
}
export class Reward {
  @Id() customer_reward_id!: number;
  @Id() customer_id!: number;
  @Int({ doc: 'Points added, or, below 0, taken.' }) reward!: number;
  @Int({ ...POINTS, doc: 'Points available after it.' }) balance!: number;
  @Text() description!: string;
  @Id({ doc: '0: the system.' }) user_id!: number;
  @Text() user!: string;
  @When() date_added!: string;
}
export class RewardBalance {
  @Int({ ...POINTS, doc: 'Points available.' }) reward!: number;
}
export class RewardPage extends Page {
  @Int({ ...POINTS, doc: 'Points available.' }) reward!: number;
  @ListOf(() => Reward) rewards!: Reward[];
}

export const rewardAdded = fact('sale.reward', Reward, ['added']);
