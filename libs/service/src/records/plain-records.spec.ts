import type { Call } from '@stockbook/contracts';
import { OwnedRow } from '@stockbook/persistence';
import type { PlainRecords } from './plain-records.js';

class ShelfRow extends OwnedRow {
  shelf_id!: number;
  name!: string;
  height!: number;
}
interface ShelfAdd {
  name: string;
  height?: number;
}
type Shelves = PlainRecords<ShelfRow, 'shelf_id'>;

/** The type check is the test: nothing here is called. */
const compiles = (...uses: readonly unknown[]) => expect(uses).not.toHaveLength(0);

test('an input compiles if all its fields are columns of their types', () => {
  const add = (shelves: Shelves, call: Call<ShelfAdd>) => shelves.add(call);
  const edit = (shelves: Shelves, call: Call<Partial<ShelfAdd> & { shelf_id: number }>) => shelves.edit(call);
  compiles(add, edit);
});

test('an input field that is no column does not compile', () => {
  type Misspelt = Call<ShelfAdd & { hieght?: number }>;
  // @ts-expect-error No column is named hieght.
  const add = (shelves: Shelves, call: Misspelt) => shelves.add(call);
  // @ts-expect-error No column is named hieght.
  const edit = (shelves: Shelves, call: Call<{ shelf_id: number; hieght?: number }>) => shelves.edit(call);
  compiles(add, edit);
});

test('an input field of another type than its column does not compile', () => {
  // @ts-expect-error The height is a number.
  const add = (shelves: Shelves, call: Call<{ name: string; height?: string }>) => shelves.add(call);
  compiles(add);
});

test('an input that sets what the database or the transaction gives does not compile', () => {
  // @ts-expect-error The account is the transaction's.
  const add = (shelves: Shelves, call: Call<ShelfAdd & { account_id: number }>) => shelves.add(call);
  // @ts-expect-error Only remove deletes.
  const edit = (shelves: Shelves, call: Call<{ shelf_id: number; date_deleted: Date }>) => shelves.edit(call);
  compiles(add, edit);
});
