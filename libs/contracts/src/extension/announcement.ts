import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Flag, Id, ListOf, OneOf, Text, When } from '../fields/fields.js';

const TITLE = { min: 1, max: 1_000 } as const;

class AnnouncementKey {
  @Id() announcement_id!: number;
}
class AnnouncementFields {
  @Text({ optional: true, max: 1_000 }) short_description?: string;
  @Text({ optional: true }) description?: string;
  @Flag({ optional: true, doc: 'Whether it pops up.' }) popup?: boolean;
}
class AnnouncementAdd extends AnnouncementFields {
  @Text(TITLE) title!: string;
}
class AnnouncementEdit extends AnnouncementFields {
  @Id() announcement_id!: number;
  @Text({ ...TITLE, optional: true }) title?: string;
}
class AnnouncementGet extends RecordPageRequest {
  @Id({ optional: true }) announcement_id?: number;
  @OneOf(['name', 'date_added'], { optional: true, doc: 'name: the title.' }) sort?: 'name' | 'date_added';
}
export class Announcement extends AnnouncementKey {
  @Id({ doc: 'Its author.' }) user_id!: number;
  @Text() user!: string;
  @Text() title!: string;
  @Text() short_description!: string;
  @Text() description!: string;
  @Flag() popup!: boolean;
  @When() date_added!: string;
  @When() date_modified!: string;
}
class AnnouncementPage extends Page {
  @ListOf(() => Announcement) announcements!: Announcement[];
}

const additive = { additive: true };

export const announcement = resource(
  'extension/dashboard/announcement',
  'integration',
  {
    add: once(AnnouncementAdd, AnnouncementKey, 'Adds an announcement by the user.', additive),
    edit: write(
      AnnouncementEdit,
      AnnouncementKey,
      'Changes an announcement; absent fields stay as they are.',
      additive,
    ),
    delete: once(AnnouncementKey, AnnouncementKey, 'Deletes an announcement.', additive),
    get: read(AnnouncementGet, AnnouncementPage, 'Lists announcements.'),
  },
  { concernsAll: true },
);

export const announcementChanged = fact('extension.dashboard.announcement', Announcement);
