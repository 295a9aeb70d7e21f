import { textSql } from '@stockbook/persistence';

/** Texts of this service are sorted, searched and matched by these rules. */
export const text = textSql('settings');
