import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { isPassing, RETRY_MS, wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';

/** The server knows the key of a write for a day. */
const KNOWN_MS = 23 * 3_600_000;

interface Props {
  readonly sentAt: number;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSendAgain: () => void;
  /** Goes on with what was sent as something new. */
  readonly onRenew: () => void;
}

/** A write without an answer may be done: the same request is sent again until the server answers, and is done once. */
export function InDoubt({ sentAt, error, isPending, onSendAgain, onRenew }: Props) {
  const { t } = useText();
  const isForgotten = Date.now() - sentAt > KNOWN_MS;
  const isSentAgain = !isForgotten && !isPending && (!error || isPassing(error));
  const send = useEffectEvent(onSendAgain);
  useEffect(() => {
    if (!isSentAgain) return undefined;
    const timer = setTimeout(() => send(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [isSentAgain]);
  return (
    <Alert color="orange" variant="light" role="alert" title={t('inDoubt')}>
      <Text size="sm">{t(isForgotten ? 'inDoubtForgotten' : 'inDoubtNote')}</Text>
      {error && (
        <Text size="sm" c="dimmed" mt={4}>
          {wordsOf(error)}
        </Text>
      )}
      <Group mt="sm">
        {isForgotten ? (
          <Button variant="default" onClick={onRenew}>
            {t('inDoubtRenew')}
          </Button>
        ) : (
          <Button autoFocus loading={isPending} onClick={onSendAgain}>
            {t('inDoubtSend')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
