import { Checkbox, Kbd, Modal, Table } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Table.css';
import { useState } from 'react';
import { useText } from '../../text/language.js';
import { areSingleKeysOn, type Key, turnSingleKeys, usePageKeys } from './keys.js';

/** Lists the keys of the page that is open, and of all pages. */
export function HelpSheet({ keys, onClose }: { readonly keys: readonly Key[]; readonly onClose: () => void }) {
  const { t } = useText();
  const pageKeys = usePageKeys();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const turn = (isOn: boolean) => {
    turnSingleKeys(isOn);
    setOn(isOn);
  };
  return (
    <Modal opened onClose={onClose} title={t('keysTitle')}>
      {pageKeys.length > 0 && <KeyTable title={t('keysOfPage')} keys={pageKeys} />}
      <KeyTable title={t('keysOfAllPages')} keys={keys} />
      <Checkbox
        mt="md"
        label={t('keysSingle')}
        description={t('keysSingleNote')}
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function KeyTable({ title, keys }: { readonly title: string; readonly keys: readonly Key[] }) {
  const { t } = useText();
  return (
    <Table mb="sm" aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th colSpan={2}>{title}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(({ key, text }) => (
          <Table.Tr key={key}>
            <Table.Td>{t(text)}</Table.Td>
            <Table.Td ta="end">
              <Kbd>{shownKey(key)}</Kbd>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export const shownKey = (key: string): string =>
  key.toUpperCase().replace('MOD+', /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ' : 'Ctrl ');
