import { Alert, Badge, Button, Group, Popover, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CreditNote } from '@stockbook/client';
import { readOrdersAnew } from '../../api/orders.js';
import { useMyself } from '../../api/rights.js';
import { useFormat } from '../../api/format.js';
import { Wide } from '../../frame/wide.js';
import { api } from '../../session/session.js';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useOnce } from '../../frame/use-once.js';

/** Lists the credit notes of an order. A deletion undoes one. */
export function CreditNotes({ notes }: { readonly notes: readonly CreditNote[] }) {
  const { t } = useText();
  const { number, money, time } = useFormat();
  const { mayChange } = useMyself();
  return (
    <Wide label={t('creditNotes')}>
      <Table aria-label={t('creditNotes')}>
        <Table.Tbody>
          {notes.map((note) => (
            <Table.Tr key={note.credit_note_id}>
              <Table.Th scope="row" className="nowrap">
                {t('creditNoteNumber', { number: note.credit_note_id })}
              </Table.Th>
              <Table.Td className="time">{time(note.date_added)}</Table.Td>
              <Table.Td>{note.products.map(({ name, quantity }) => `${number(quantity)} ${name}`).join(', ')}</Table.Td>
              <Table.Td>
                <Group gap="xs">
                  {note.credit_note_status && (
                    <Badge variant="light" color="gray" tt="none">
                      {note.credit_note_status}
                    </Badge>
                  )}
                  {note.restock && (
                    <Badge variant="light" tt="none">
                      {t('creditNoteRestocked')}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td className="figure">{money(note.total, note.currency)}</Table.Td>
              <Table.Td className="figure">
                {mayChange('sale/credit_note') && !note.locked && <Undo note={note} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  );
}

function Undo({ note: { credit_note_id, restock } }: { readonly note: CreditNote }) {
  const { t } = useText();
  const { send, isPending, error } = useOnce((_: null, key) =>
    api().sale.credit_note.delete({ credit_note_id }, { idempotencyKey: key }),
  );
  const undo = () =>
    send(null, {
      onDone: () => {
        notifications.show({ message: t('creditNoteUndone', { number: credit_note_id }) });
        void readOrdersAnew();
      },
    });
  return (
    <Popover position="bottom-end" trapFocus width={280} withinPortal>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm">
          {t('creditNoteUndo')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" style={{ whiteSpace: 'normal' }} ta="start">
          {t(restock ? 'creditNoteUndoStock' : 'creditNoteUndoNote', { number: credit_note_id })}
        </Text>
        {error && (
          <Alert mt="xs" color="red" variant="light" role="alert" style={{ whiteSpace: 'normal' }}>
            {wordsOf(error)}
          </Alert>
        )}
        <Button mt="sm" size="xs" color="red.9" loading={isPending} onClick={undo}>
          {t('creditNoteUndo')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
