import { type Caller, shownDate } from '@stockbook/contracts';
import type { DocumentRow } from './document.entity.js';

/** Returns the columns of a new document that name the user who adds it. */
export const authorOf = ({ user_id, username }: Caller): Pick<DocumentRow, 'user_id' | 'username'> => ({
  user_id,
  username,
});

/** Returns the date of a document that an import adds; it is now unless one is given. */
export const dateAdded = ({
  date_added,
}: {
  readonly date_added?: string;
}): Partial<Pick<DocumentRow, 'date_added'>> => (date_added ? { date_added: new Date(date_added) } : {});

export const shownDocument = (header: DocumentRow) => ({
  user_id: header.user_id,
  user: header.username,
  comment: header.comment,
  date_added: shownDate(header.date_added),
  date_modified: shownDate(header.date_modified),
});
