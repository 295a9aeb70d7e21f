import type { MediaStore } from '@stockbook/media';
import { type Db, statement } from '@stockbook/persistence';
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
    for (const { account_id, name } of due) {
      await Promise.all(filesOf(name).map((file) => this.store.remove(file)));
      await db.transactFor([account_id], (tx) => tx.query(FORGET, [account_id, name]));
    }
    return due.length === BATCH;
  }
}
