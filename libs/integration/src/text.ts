import { textSql } from '@stockbook/persistence';

/** How this service sorts, searches and matches texts. */
export const text = textSql('integration');
