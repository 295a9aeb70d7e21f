import { contract } from '@stockbook/contracts';
import type { Write } from './demo-marketing.js';

/** Records of other kinds; no other record refers to most of them, so that they can be deleted. */
export async function addOthers(write: Write, { channel_id }: { readonly channel_id: number }): Promise<void> {
  const { extension, inventory, sale, setting } = contract;
  await write(inventory.brand.add, { name: 'Saltmarsh' });
  await write(inventory.location.add, { name: 'Market stall' });
  await write(inventory.supplier.add, { name: 'Timber Yard', country: 'GB' });
  await write(sale.customer_group.add, { name: 'Wholesale' });
  const grace = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.com' };
  const { customer_id } = await write(sale.customer.add, grace);
  const products = [{ name: 'Gift wrapping', quantity: 1, price: 3 }];
  await write(sale.credit_note.add, { customer_id, comment: 'Paper torn', currency: 'USD', total: 3, products });
  await write(setting.channel_group.add, { name: 'Shops', channels: [channel_id] });
  const euro = { code: 'EUR', symbol_left: '€', value: 0.92 };
  await write(setting.currency.add, euro);
  await write(setting.language.add, { name: 'Deutsch', code: 'de', locale: 'de_DE' });
  const permission = { access: ['*'], modify: ['sale/*'] };
  const { user_group_id } = await write(setting.user_group.add, { name: 'Clerks', permission });
  await write(setting.user_group.add, { name: 'Guests', permission: { access: [], modify: [] } });
  const addUser = (username: string) =>
    write(setting.user.add, { username, email: `${username}@demo.test`, user_group_id });
  const { user_id } = await addUser('clerk');
  await addUser('till');
  await write(setting.user_salesman.add, { user_id, code: 'S-01' });
  await write(extension.total.promotion.addCategory, { name: 'Gifts', items: [] });
}
