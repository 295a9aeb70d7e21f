import { Button, Group, Text } from '@mantine/core';
import { useFormat } from '../../api/format.js';
import { TextLink } from '../../frame/links.js';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';
import type { MoveList } from '../move/move-list.js';

/** A request without an answer is older than its key. The user looks into the ledger and decides. */
export function UnsureLine({ line, list }: { readonly line: Line; readonly list: MoveList }) {
  const { t } = useText();
  const { time } = useFormat();
  const { id, item, sent } = line;
  return (
    <>
      <Text size="sm" mb="xs">
        {t('stockUnsureNote', { time: sent ? time(new Date(sent.sent_at).toISOString()) : '' })}{' '}
        {item && (
          <TextLink to="/items/$itemId" params={{ itemId: String(item.item_id) }} search={{ view: 'ledger' }}>
            {t('stockLedger')}
          </TextLink>
        )}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => list.remove([line])}>
          {t('stockIsBooked')}
        </Button>
        <Button size="xs" variant="default" onClick={() => list.change(id, { sent: undefined })}>
          {t('stockBookAgain')}
        </Button>
      </Group>
    </>
  );
}
