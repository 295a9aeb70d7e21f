import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import type { Item } from '@stockbook/client';
import { wordsOf } from '../../server/failures.js';
import { useMyself } from '../../api/rights.js';
import { pictureAddress } from '../../server/server.js';
import { usePictureUpload } from '../../api/items.js';
import { useText } from '../../text/language.js';

export function Pictures({ item }: { readonly item: Item }) {
  const { t } = useText();
  const { mayChange } = useMyself();
  const { mutate, isPending, error } = usePictureUpload(item.item_id);
  // An item that was imported may have one picture alone, outside of its list.
  const own = item.image ? [{ image: item.image, thumb: item.thumb }] : [];
  const pictures = item.images.length ? item.images : own;
  return (
    <>
      {!pictures.length && <Text c="dimmed">{t('noPictures')}</Text>}
      <Group gap="sm">
        {pictures.map(({ image, thumb }) => (
          <a key={image} href={pictureAddress(image)} target="_blank" rel="noreferrer">
            <img
              className="picture"
              src={pictureAddress(thumb)}
              alt={t('pictureOf', { name: item.name })}
              loading="lazy"
            />
          </a>
        ))}
      </Group>
      {error && (
        <Alert mt="sm" color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {mayChange('inventory/item') && (
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && mutate(file)}>
          {(props) => (
            <Button mt="sm" variant="default" loading={isPending} {...props}>
              {t('addPicture')}
            </Button>
          )}
        </FileButton>
      )}
    </>
  );
}
