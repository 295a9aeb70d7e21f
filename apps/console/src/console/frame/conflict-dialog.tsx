import { Button, Group, Modal, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Table.css';
import { useText } from '../text/language.js';
import { Wide } from './wide.js';

/** A field in which the stored record or the form differs from what the form has read. */
export interface Difference {
  readonly name: string;
  readonly theirs: string;
  readonly mine: string;
  readonly isMine: boolean;
}

interface Props {
  readonly differences: readonly Difference[];
  readonly onTakeTheirs: () => void;
  readonly onSaveMine: () => void;
  readonly onClose: () => void;
}

/** Shows what two people have made of a record, field by field. */
export function ConflictDialog({ differences, onTakeTheirs, onSaveMine, onClose }: Props) {
  const { t } = useText();
  return (
    <Modal opened onClose={onClose} title={t('conflict')} size="lg">
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
            {differences.map(({ name, theirs, mine, isMine }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>{theirs}</Table.Td>
                <Table.Td fw={isMine ? 600 : undefined}>{mine}</Table.Td>
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
