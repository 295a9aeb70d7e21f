import { Page, RecordPageRequest } from '../common.js';
import { once, read, resource, write } from '../contract.js';
import { fact } from '../facts.js';
import { Id, Json, ListOf, Name, OneOf, Text, When } from '../fields/fields.js';
import { shownDoc } from '../shown-configuration.js';

const CONFIGURATION = 'Free content. Replaced as a whole; a value that is sent as its mask stays as it is.';

class ProfileKey {
  @Id() profile_id!: number;
}
class ProfileFields {
  @Text({ optional: true, max: 255 }) type?: string;
  @Json({ optional: true, doc: CONFIGURATION }) configuration?: Record<string, unknown>;
}
class ProfileAdd extends ProfileFields {
  @Id() channel_id!: number;
  @Name() name!: string;
}
class ProfileEdit extends ProfileFields {
  @Id() profile_id!: number;
  @Id({ optional: true }) channel_id?: number;
  @Name({ optional: true }) name?: string;
}
const SORT = ['name', 'date_added', 'date_modified'] as const;
class ProfileGet extends RecordPageRequest {
  @Id({ optional: true }) profile_id?: number;
  @Text({ optional: true }) filter_name?: string;
  @Id({ optional: true }) filter_channel_id?: number;
  @When({ optional: true }) filter_date_modified?: string;
  @OneOf(SORT, { optional: true }) sort?: (typeof SORT)[number];
}
export class Profile extends ProfileKey {
  @Id() channel_id!: number;
  @Text() name!: string;
  @Text() type!: string;
  @Json({ doc: shownDoc('integration/profile') }) configuration!: Record<string, unknown>;
  @When() date_added!: string;
  @When() date_modified!: string;
}
class ProfilePage extends Page {
  @ListOf(() => Profile) profiles!: Profile[];
}

const additive = { additive: true };

export const profile = resource('integration/profile', 'integration', {
  add: once(ProfileAdd, ProfileKey, 'Adds a profile: a named configuration of a channel.', additive),
  edit: write(ProfileEdit, ProfileKey, 'Changes a profile; absent fields stay as they are.', additive),
  delete: once(ProfileKey, ProfileKey, 'Deletes a profile.', additive),
  get: read(ProfileGet, ProfilePage, 'Lists profiles.'),
});

export const profileChanged = fact('integration.profile', Profile);
