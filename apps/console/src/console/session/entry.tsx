import { Alert, Center, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../text/page-title.js';
import { useText } from '../text/language.js';

interface Props {
  readonly title: string;
  readonly note?: string | undefined;
  readonly failure?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of every page that stands before the console. */
export function Entry({ title, note, failure, children }: Props) {
  const { t } = useText();
  return (
    <Center component="main" className="entry">
      <Paper withBorder p="xl" radius="lg" shadow="sm">
        <Stack gap="md">
          <div>
            <Text size="sm" fw={650} c="teal">
              Stockbook
            </Text>
            <PageTitle>{title}</PageTitle>
          </div>
          {note && <Text c="dimmed">{note}</Text>}
          {failure && (
            <Alert color="red" variant="light" role="alert">
              {failure}
            </Alert>
          )}
          {isSecureContext ? children : <Alert color="yellow">{t('notSecure')}</Alert>}
        </Stack>
      </Paper>
    </Center>
  );
}
