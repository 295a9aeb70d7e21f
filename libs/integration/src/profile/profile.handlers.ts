import { SecretKeys } from '@stockbook/auth';
import { type CallOf, profile, Profile, profileChanged, Refused } from '@stockbook/contracts';
import { claim, Db } from '@stockbook/persistence';
import { Configurations, Handles, PlainRecords, referenceFaults, showAs } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { configurationColumns } from '../configuration.js';
import { text } from '../text.js';
import { ProfileRow } from './profile.entity.js';

@Controller()
export class ProfileHandlers {
  private readonly profiles: PlainRecords<ProfileRow, 'profile_id', Profile>;
  private readonly configurations: Configurations;

  constructor(
    private readonly db: Db,
    keys: SecretKeys,
  ) {
    this.configurations = new Configurations(keys, 'integration/profile');
    this.profiles = new PlainRecords(db, ProfileRow, 'profile_id', profileChanged, showAs(Profile));
  }

  @Handles(profile.add)
  async add(call: CallOf<typeof profile.add>) {
    const { caller, input } = call;
    const columns = configurationColumns(this.configurations, input.configuration ?? {}, caller);
    return this.profiles.add({ ...call, input: { ...input, ...columns } }, this.profiles.existingReferences(call));
  }

  @Handles(profile.edit)
  edit(call: CallOf<typeof profile.edit>) {
    const { caller, input } = call;
    const { profile_id, channel_id, configuration } = input;
    return this.db.transact(call, async (tx) => {
      const stored = await claim(tx, caller, ProfileRow, { profile_id });
      Refused.ifAny(await referenceFaults(tx, caller, ProfileRow, { channel_id }, stored));
      const columns = configuration && configurationColumns(this.configurations, configuration, stored);
      return this.profiles.update(tx, call, { ...input, ...columns });
    });
  }

  @Handles(profile.delete)
  delete(call: CallOf<typeof profile.delete>) {
    return this.profiles.delete(call);
  }

  @Handles(profile.get)
  async get(call: CallOf<typeof profile.get>) {
    const { filter_channel_id: channel_id } = call.input;
    const query = this.profiles.query(call);
    if (channel_id !== undefined) query.andWhere('profile.channel_id = :channel_id', { channel_id });
    const sorts = {
      name: text.sortedName('profile.name'),
      date_added: 'profile.date_added',
      date_modified: 'profile.date_modified',
    };
    const { records, ...page } = await this.profiles.list(call, sorts, query);
    return { ...page, profiles: records };
  }
}
