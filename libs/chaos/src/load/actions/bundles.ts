import type { ExpectedLine, ExpectedRecord, Write } from '../journal.js';
import { addRecord, changeRecord, type Desk, drawDistinctLines, type Keep } from './desk.js';

/** Adds a bundle of one to three items. */
export function addBundle(desk: Desk, keep: Keep<ExpectedRecord>): Write {
  const [token, lines] = [desk.token(), drawDistinctLines(desk)];
  const body = { name: token, price: 25, item_bundles: componentsOf(lines) };
  const made = { service: 'inventory', path: 'inventory/item/add', body } as const;
  return addRecord(desk, made, { kind: 'bundle', key: 'item_id', token, lines }, (record) => {
    give(desk, record, lines);
    keep(record);
  });
}

/** Gives a bundle other components: the lines that have it keep theirs. */
export function editBundle(desk: Desk, record: ExpectedRecord, keep: Keep<ExpectedRecord>): Write {
  const [token, lines] = [desk.token(), drawDistinctLines(desk)];
  const body = { item_id: record.id, name: token, item_bundles: componentsOf(lines) };
  // Before anybody knows whether it is done, orders may have them.
  give(desk, record, lines);
  const made = { service: 'inventory', path: 'inventory/item/edit', body } as const;
  return changeRecord(
    desk,
    made,
    () => keep(record),
    () => Object.assign(record, { token, lines }),
  );
}

const give = ({ journal }: Desk, { account_id, id }: ExpectedRecord, components: readonly ExpectedLine[]) =>
  journal.components.push({ account_id, bundle_id: id, components });

const componentsOf = (lines: readonly ExpectedLine[]) =>
  lines.map(({ item_id, quantity }) => ({ bundle_item_id: item_id, quantity }));
