import { Button, Menu, Text } from '@mantine/core';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import type { Draft } from './draft/draft.js';

interface Props {
  readonly drafts: readonly Draft[];
  readonly onResume: (draft: Draft) => void;
}

/** The other orders that this user has begun in this browser. */
export function Unfinished({ drafts, onResume }: Props) {
  const { t } = useText();
  const { time } = useFormat();
  if (!drafts.length) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{t('newOrderUnfinished', { total: drafts.length })}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {drafts.map((draft) => (
          <Menu.Item key={draft.id} onClick={() => onResume(draft)}>
            {draft.lines.map(({ item, quantity }) => `${quantity} ${item.name}`).join(', ') || t('newOrderEmptyOne')}
            <Text size="xs" c="dimmed">
              {time(new Date(draft.begun).toISOString())}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
