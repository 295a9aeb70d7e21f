import { Button, Popover, Text } from '@mantine/core';
import { useText } from '../../text/language.js';

export function Discard({ onDiscard }: { readonly onDiscard: () => void }) {
  const { t } = useText();
  return (
    <Popover position="bottom-end" trapFocus width={280} withinPortal>
      <Popover.Target>
        <Button variant="default">{t('newOrderDiscard')}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t('newOrderDiscardNote')}</Text>
        <Button mt="sm" size="xs" color="red.9" onClick={onDiscard}>
          {t('newOrderDiscardDo')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
