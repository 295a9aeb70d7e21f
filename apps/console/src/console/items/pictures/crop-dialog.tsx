import { Alert, Button, Group, Modal, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import type { Item } from '@stockbook/client';
import { useEffect, useRef, useState } from 'react';
import { centerCrop, type Crop, makeAspectCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { usePictureUpload } from '../../api/items.js';
import { oneOf } from '../../frame/search-values.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { cropped } from './cropped.js';

const SHAPES = ['itemCropFree', 'itemCropSquare', 'itemCropLandscape', 'itemCropPortrait'] as const;
type Shape = (typeof SHAPES)[number];
const ASPECTS: Partial<Record<Shape, number>> = {
  itemCropSquare: 1,
  itemCropLandscape: 4 / 3,
  itemCropPortrait: 3 / 4,
};
const WHOLE: Crop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

interface Props {
  readonly item: Item;
  readonly file: File;
  readonly sortOrder: number;
  readonly onClose: () => void;
}

/** Shows a picture before it is uploaded, and cuts away what is not wanted. */
export function CropDialog({ item, file, sortOrder, onClose }: Props) {
  const { t } = useText();
  const picture = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState('');
  const [shape, setShape] = useState<Shape>('itemCropFree');
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [isBroken, setBroken] = useState(false);
  const { mutate, isPending, error } = usePictureUpload(item.item_id);
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);

  const choose = (shape: Shape) => {
    setShape(shape);
    const aspect = ASPECTS[shape];
    const { width, height } = picture.current ?? { width: 1, height: 1 };
    const widest = aspect && makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height);
    if (!widest) return setCrop(WHOLE);
    const scale = Math.min(1, 100 / widest.height);
    const fitting = { ...widest, width: widest.width * scale, height: widest.height * scale };
    setCrop(centerCrop(fitting, width, height));
  };
  const upload = async () => {
    const { current } = picture;
    if (!current) return;
    const part = await cropped(current, crop, file);
    if (part) mutate({ picture: part, sortOrder }, { onSuccess: onClose });
    else setBroken(true);
  };
  const words = isBroken ? t('itemCropBroken') : error && wordsOf(error);
  return (
    <Modal opened onClose={onClose} title={t('addPicture')} size="lg">
      {words && (
        <Alert mb="sm" color="red" variant="light" role="alert">
          {words}
        </Alert>
      )}
      <Group justify="center">
        <ReactCrop
          crop={crop}
          aspect={ASPECTS[shape]}
          minWidth={16}
          minHeight={16}
          keepSelection
          onChange={(_, percent) => setCrop(percent)}
          ariaLabels={{
            cropArea: t('itemCropArea'),
            nwDragHandle: t('itemCropHandle'),
            nDragHandle: t('itemCropHandle'),
            neDragHandle: t('itemCropHandle'),
            eDragHandle: t('itemCropHandle'),
            seDragHandle: t('itemCropHandle'),
            sDragHandle: t('itemCropHandle'),
            swDragHandle: t('itemCropHandle'),
            wDragHandle: t('itemCropHandle'),
          }}
        >
          {address && (
            <img
              ref={picture}
              className="to-crop"
              src={address}
              alt={t('pictureOf', { name: item.name })}
              onError={() => setBroken(true)}
            />
          )}
        </ReactCrop>
      </Group>
      <Group mt="md" justify="space-between" align="flex-end">
        <NativeSelect
          label={t('itemCropShape')}
          value={shape}
          onChange={({ currentTarget: { value } }) => choose(oneOf(SHAPES, value) ?? 'itemCropFree')}
          data={SHAPES.map((value) => ({ value, label: t(value) }))}
        />
        <Button onClick={() => void upload()} loading={isPending} disabled={isBroken}>
          {t('itemPictureUpload')}
        </Button>
      </Group>
    </Modal>
  );
}
