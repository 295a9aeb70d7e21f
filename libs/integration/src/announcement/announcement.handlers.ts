import { type Announcement, announcement, announcementChanged, type CallOf, shownDate } from '@stockbook/contracts';
import { Db } from '@stockbook/persistence';
import { Handles, PlainRecords } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { text } from '../text.js';
import { AnnouncementRow } from './announcement.entity.js';

@Controller()
export class AnnouncementHandlers {
  private readonly announcements: PlainRecords<AnnouncementRow, 'announcement_id', Announcement>;

  constructor(db: Db) {
    this.announcements = new PlainRecords(db, AnnouncementRow, 'announcement_id', announcementChanged, toAnnouncement);
  }

  @Handles(announcement.add)
  add(call: CallOf<typeof announcement.add>) {
    const { user_id, username } = call.caller;
    return this.announcements.add({ ...call, input: { ...call.input, user_id, username } });
  }

  @Handles(announcement.edit)
  edit(call: CallOf<typeof announcement.edit>) {
    return this.announcements.edit(call);
  }

  @Handles(announcement.delete)
  delete(call: CallOf<typeof announcement.delete>) {
    return this.announcements.delete(call);
  }

  @Handles(announcement.get)
  async get(call: CallOf<typeof announcement.get>) {
    const sorts = { name: text.sortedName('announcement.title'), date_added: 'announcement.date_added' };
    const { records, ...page } = await this.announcements.list(call, sorts);
    return { ...page, announcements: records };
  }
}

const toAnnouncement = (row: AnnouncementRow): Announcement => ({
  announcement_id: row.announcement_id,
  user_id: row.user_id,
  user: row.username,
  title: row.title,
  short_description: row.short_description,
  description: row.description,
  popup: row.popup,
  date_added: shownDate(row.date_added),
  date_modified: shownDate(row.date_modified),
});
