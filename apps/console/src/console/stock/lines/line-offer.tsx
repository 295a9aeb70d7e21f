import { Group, UnstyledButton } from '@mantine/core';
import { useText } from '../../text/language.js';
import type { Line, LineItem } from '../move/line.js';
import { ItemName } from './item-name.js';

interface Props {
  readonly line: Line;
  readonly onChoose: (item: LineItem) => void;
}

/** Offers the items that one code stands for. */
export function LineOffer({ line: { offered = [], text }, onChoose }: Props) {
  const { t } = useText();
  return (
    <Group gap="xs" role="group" aria-label={t('stockOffer', { text })}>
      {offered.map((item) => (
        <UnstyledButton key={item.item_id} className="stock-offer" onClick={() => onChoose(item)}>
          <ItemName item={item} />
        </UnstyledButton>
      ))}
    </Group>
  );
}
