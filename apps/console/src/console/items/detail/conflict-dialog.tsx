import { Button, Group, Modal, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import type { Item } from '@stockbook/client';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { changesOf, FIELD_TEXTS, FIELDS, type Values, valuesOf } from './item-fields.js';

interface Props {
  /** The item as the form has read it. */
  readonly base: Item;
  readonly theirs: Item;
  readonly values: Values;
  readonly onTakeTheirs: () => void;
  readonly onSaveMine: () => void;
  readonly onClose: () => void;
}

/** Shows what two people have made of an item, field by field. */
export function ConflictDialog({ base, theirs, values, onTakeTheirs, onSaveMine, onClose }: Props) {
  const { t } = useText();
  const stored = valuesOf(theirs);
  const mine = changesOf(values, base);
  const differing = FIELDS.filter((field) => field in mine || stored[field] !== valuesOf(base)[field]);
  return (
    <Modal opened onClose={onClose} title={t('conflict')} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <Text c="dimmed" mb="sm">
        {t('conflictNote')}
      </Text>
      <Wide label={t('conflict')}>
        <Table aria-label={t('conflict')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('theirs')}</Table.Th>
              <Table.Th>{t('yours')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differing.map((field) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{t(FIELD_TEXTS[field])}</Table.Th>
                <Table.Td>{stored[field]}</Table.Td>
                <Table.Td fw={field in mine ? 600 : undefined}>
                  {field in mine ? values[field] : stored[field]}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
        <Button onClick={onSaveMine}>{t('saveMine')}</Button>
      </Group>
    </Modal>
  );
}
