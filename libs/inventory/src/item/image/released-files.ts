import { MEDIA, mediaPath, type MediaStore } from '@stockbook/media';
import { type Db, groupBy, statement } from '@stockbook/persistence';
import type { Job } from '@stockbook/service';
import { Inject, Injectable } from '@nestjs/common';
import { filesOf, MEDIA_STORE } from './item-files.js';

/** One run removes at most this many images. */
const BATCH = 100;
/** A request names the image that it has stored within this time; an edit may take an image back meanwhile. */
const DUE = `date_released < now() - interval '1 hour'`;

const OLDEST = statement(
  'released_files',
  `SELECT account_id, name FROM inventory.item_file WHERE ${DUE} ORDER BY date_released LIMIT ${BATCH}`,
);
const FORGET = statement(
  'forget_file',
  `DELETE FROM inventory.item_file WHERE account_id = $1 AND name = $2 AND ${DUE}`,
);

/** Gives the due files of the account that another living item names to that item. */
const HAND_ON = statement(
  'hand_on_files',
  `UPDATE inventory.item_file SET item_id = naming.item_id, date_released = NULL
   FROM (
     SELECT path, min(item_id) AS item_id
     FROM inventory.item CROSS JOIN LATERAL (
       SELECT image AS path UNION ALL SELECT each ->> 'image' FROM jsonb_array_elements(images) each
     ) named
     WHERE account_id = $1 AND date_deleted IS NULL AND path = ANY ($2)
     GROUP BY path
   ) naming
   WHERE account_id = $1 AND '${MEDIA}' || name = naming.path AND ${DUE}
   RETURNING name`,
);

interface FileRow {
  readonly account_id: number;
  readonly name: string;
}

/** Removes the images that no item names. The row goes last, so that a crash repeats the removal. */
@Injectable()
export class ReleasedFiles implements Job {
  constructor(@Inject(MEDIA_STORE) private readonly store: MediaStore) {}

  async run(db: Db): Promise<boolean> {
    const due = await db.query<FileRow>(OLDEST, []);
    for (const [account_id, rows] of groupBy(due, (row) => row.account_id)) {
      const names = rows.map(({ name }) => name);
      const kept = await db.transactFor([account_id], (tx) =>
        tx.query<{ name: string }>(HAND_ON, [account_id, names.map(mediaPath)]),
      );
      const isKept = new Set(kept.map(({ name }) => name));
      for (const name of names) if (!isKept.has(name)) await this.remove(db, account_id, name);
    }
    return due.length === BATCH;
  }

  private async remove(db: Db, account_id: number, name: string): Promise<void> {
    await Promise.all(filesOf(name).map((file) => this.store.remove(file)));
    await db.transactFor([account_id], (tx) => tx.query(FORGET, [account_id, name]));
  }
}
