import { contract } from '@stockbook/contracts';
import type { Write } from './demo-write.js';

/** Records of other kinds; no other record refers to most of them, so that they can be deleted. */
export async function addOthers(write: Write, { channel_id }: { readonly channel_id: number }): Promise<void> {
  const { extension, integration, inventory, sale, setting } = contract;
  await write(inventory.brand.add, { name: 'Saltmarsh' });
  await write(inventory.location.add, { name: 'Market stall' });
  await write(inventory.supplier.add, { name: 'Timber Yard', country: 'GB' });
  await write(sale.customer_group.add, { name: 'Wholesale' });
  const grace = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.com' };
  const { customer_id } = await write(sale.customer.add, grace);
  await write(sale.customer.add, { firstname: 'Edith', lastname: 'Clarke', email: 'edith@example.com' });
  const products = [{ name: 'Gift wrapping', quantity: 1, price: 3 }];
  const note = { customer_id, currency: 'USD', total: 3, products };
  await write(sale.credit_note.add, { ...note, comment: 'Paper torn' });
  await write(sale.credit_note.add, { ...note, comment: 'Entered twice' });
  await write(setting.credit_note_status.add, { name: 'Rejected' });
  const fair = { type: 'pos', name: 'Christmas fair', configuration: {} } as const;
  await write(integration.channel.add, fair);
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
  await write(setting.user.addEnrolment, { user_id });
  await write(setting.user_salesman.add, { user_id, code: 'S-01' });
  await write(extension.total.promotion.addCategory, { name: 'Gifts', items: [] });
}
