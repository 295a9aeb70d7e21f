import { User, userChanged } from '@stockbook/contracts';
import type { Db } from '@stockbook/persistence';
import { PlainRecords, showAs } from '@stockbook/service';
import { UserRow } from './user.entity.js';

export const userRecords = (db: Db) => new PlainRecords(db, UserRow, 'user_id', userChanged, showAs(User));
