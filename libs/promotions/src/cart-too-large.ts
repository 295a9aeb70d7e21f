/** The evaluation of a cart would hold its thread for more than 100 ms. */
export class CartTooLarge extends Error {
  override readonly name = 'CartTooLarge';
}
