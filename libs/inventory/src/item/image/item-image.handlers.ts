import { type CallOf, invalidField, item, MOST_IMAGES, Refused } from '@stockbook/contracts';
import { type MediaStore, mediaPath, mediaTypeOf, newMediaName, thumbOf } from '@stockbook/media';
import { claim, Db } from '@stockbook/persistence';
import { type Log, LOG } from '@stockbook/process';
import { Handles } from '@stockbook/service';
import { Controller, Inject } from '@nestjs/common';
import { References } from '../../references.js';
import { editItem } from '../edit/item-records.js';
import { ItemUses } from '../record/item-uses.js';
import { ItemRow } from '../record/item.entity.js';
import { ItemFileRow } from './item-file.entity.js';
import { filesOf, MEDIA_STORE } from './item-files.js';
import { Decoder } from './decoder.js';
import type { Renditions } from './decoding.js';

type Addition = CallOf<typeof item.addImage>;

@Controller()
export class ItemImageHandlers {
  constructor(
    private readonly db: Db,
    private readonly references: References,
    private readonly uses: ItemUses,
    private readonly decoder: Decoder,
    @Inject(MEDIA_STORE) private readonly store: MediaStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @Handles(item.addImage)
  async addImage(call: Addition) {
    // A replay decodes nothing and stores nothing.
    await this.db.refuseRepeated(call);
    const { item_id, content, set_id, sort_order } = call.input;
    const renditions = await this.decoder.renditionsOf(Buffer.from(content, 'base64'), call);
    const name = newMediaName(renditions.type);
    if (!call.dry_run) await this.keep(call, name, renditions);
    const names = await this.references.groupNamesIfKnown(call.caller);
    const path = mediaPath(name);
    return this.db.transact(call, async (tx) => {
      const { image, images } = await claim(tx, call.caller, ItemRow, { item_id });
      if (images.length >= MOST_IMAGES)
        throw new Refused(invalidField('item_id', `Item ${item_id} has ${MOST_IMAGES} images.`));
      const input = { item_id, image: image || path, images: [...images, { image: path, set_id, sort_order }] };
      await editItem(tx, { ...call, input }, { faults: [], asked: undefined, names, uses: this.uses });
      const kept = call.dry_run ? '' : path;
      return { item_id, image: kept, thumb: thumbOf(kept) };
    });
  }

  /** The row is committed before the files are stored, so that a crash leaves no file that nothing knows. */
  private async keep(
    { caller, input: { item_id } }: Addition,
    name: string,
    { image, thumb }: Renditions,
  ): Promise<void> {
    const { account_id } = caller;
    await this.db.transactFor([account_id], async (tx) => {
      await claim(tx, caller, ItemRow, { item_id });
      const bytes_elsewhere = image.length + thumb.length;
      await tx.manager.insert(ItemFileRow, {
        account_id,
        name,
        item_id,
        bytes_elsewhere,
        date_released: () => 'now()',
      });
    });
    const contents = [image, thumb];
    const type = mediaTypeOf(name) ?? '';
    try {
      await Promise.all(filesOf(name).map((file, i) => this.store.put(file, contents[i]!, type)));
    } catch (err) {
      if (err instanceof Refused) throw err;
      this.log.error({ err }, 'an image cannot be stored');
      throw new Refused({
        code: 'unavailable',
        message: 'The image cannot be stored now; the same request can be repeated safely.',
      });
    }
  }
}
