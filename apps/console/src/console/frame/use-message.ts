import { notifications } from '@mantine/notifications';
import { useText } from '../text/language.js';

/** Returns a function that shows a message for some seconds. */
export function useMessage(): (message: string) => void {
  const { t } = useText();
  return (message) => void notifications.show({ message, closeButtonProps: { 'aria-label': t('close') } });
}
