/** The resource that a user must be able to change for each way of moving stock. */
export const MOVING = {
  receive: 'inventory/addition',
  adjust: 'inventory/item',
  transfer: 'inventory/transfer',
  count: 'inventory/stock_take_job',
} as const;
