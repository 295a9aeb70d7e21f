import { ActionIcon, Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Item, ItemImage } from '@stockbook/client';
import { lazy, Suspense, useState } from 'react';
import { useItemChange } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { RouteLoading } from '../../frame/route-states.js';
import { wordsOf } from '../../server/failures.js';
import { pictureAddress } from '../../server/server.js';
import { useText } from '../../text/language.js';

// The crop is loaded when somebody chooses a file.
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.js')).CropDialog }));

/** The pictures of an item in their order; the first one stands for it in lists. */
export function Pictures({ item }: { readonly item: Item }) {
  const { t } = useText();
  const { mayChange } = useMyself();
  const [file, setFile] = useState<File>();
  const { mutate, isPending, error } = useItemChange();
  const isAllowed = mayChange('inventory/item');
  // An item that was imported may have one picture alone, outside of its list.
  const own = item.image ? [{ image: item.image, thumb: item.thumb, set_id: 0, sort_order: 0 }] : [];
  const pictures: readonly ItemImage[] = item.images.length ? item.images : own;

  const [former, setFormer] = useState<readonly ItemImage[]>();

  // The server keeps a picture that was taken away for an hour, so that it can come back.
  const arrange = (images: readonly ItemImage[], undo?: readonly ItemImage[]) => {
    const fields = {
      image: images[0]?.image ?? '',
      images: images.map((picture, sort_order) => ({ ...picture, sort_order })),
    };
    mutate(
      { item, fields },
      {
        onSuccess: () => {
          setFormer(undo);
          notifications.show({ message: t('saved') });
        },
      },
    );
  };
  const moved = (from: number, to: number) => {
    const images = pictures.filter((_, place) => place !== from);
    return [...images.slice(0, to), ...pictures.slice(from, from + 1), ...images.slice(to)];
  };
  return (
    <>
      {!pictures.length && <Text c="dimmed">{t('noPictures')}</Text>}
      <Group component="ul" gap="sm" className="pictures" aria-label={t('pictures')}>
        {pictures.map(({ image, thumb }, place) => {
          const number = place + 1;
          return (
            <li key={image}>
              <a href={pictureAddress(image)} target="_blank" rel="noreferrer">
                <img
                  className="picture"
                  src={pictureAddress(thumb)}
                  alt={t('pictureOf', { name: item.name })}
                  loading="lazy"
                />
              </a>
              {isAllowed && (
                <Group gap={4} mt={4} justify="center">
                  <PictureButton
                    label={t('itemPictureBefore', { number })}
                    sign="←"
                    isDisabled={isPending || !place}
                    onClick={() => arrange(moved(place, place - 1), pictures)}
                  />
                  <PictureButton
                    label={t('itemPictureAfter', { number })}
                    sign="→"
                    isDisabled={isPending || number === pictures.length}
                    onClick={() => arrange(moved(place, number), pictures)}
                  />
                  <PictureButton
                    label={t('itemPictureRemove', { number })}
                    sign="×"
                    isDisabled={isPending}
                    onClick={() =>
                      arrange(
                        pictures.filter((picture) => picture.image !== image),
                        pictures,
                      )
                    }
                  />
                </Group>
              )}
            </li>
          );
        })}
      </Group>
      {error && (
        <Alert mt="sm" color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {isAllowed && (
        <Group mt="sm" gap="sm">
          <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && setFile(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                {t('addPicture')}
              </Button>
            )}
          </FileButton>
          {former && (
            <Button variant="subtle" loading={isPending} onClick={() => arrange(former)}>
              {t('itemPictureUndo')}
            </Button>
          )}
        </Group>
      )}
      {file && (
        <Suspense fallback={<RouteLoading />}>
          <CropDialog item={item} file={file} sortOrder={pictures.length} onClose={() => setFile(undefined)} />
        </Suspense>
      )}
    </>
  );
}

interface PictureButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

const PictureButton = ({ label, sign, isDisabled, onClick }: PictureButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
    {sign}
  </ActionIcon>
);
