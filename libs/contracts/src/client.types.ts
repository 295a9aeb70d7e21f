import { clientOf } from './client.js';
import { contract } from './tree.js';

const { brand } = clientOf(contract, async () => ({})).inventory;

/** A client knows the shapes of requests and replies, so each of these is an error that `npm run typecheck` expects. */
export const misuses = [
  // @ts-expect-error -- the name is missing
  () => brand.add({ image: '' }),
  // @ts-expect-error -- an id is a number
  () => brand.get({ brand_id: '1' }),
  // @ts-expect-error -- a field that the operation does not have
  () => brand.get({ filter_colour: 'red' }),
  // @ts-expect-error -- brands cannot be sorted by image
  () => brand.get({ sort: 'image' }),
  // @ts-expect-error -- there is no such operation
  () => brand.paint,
  // @ts-expect-error -- it is not known yet whether the request was refused
  async () => (await brand.get({})).brands,
];
