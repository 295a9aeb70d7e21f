import { Alert, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { ButtonLink } from './links.js';

export function RouteLoading() {
  const { t } = useText();
  return (
    <Center mih="40vh">
      <Loader role="progressbar" aria-label={t('loading')} />
    </Center>
  );
}

export function RouteFailure({ error }: { readonly error: unknown }) {
  const { t } = useText();
  return (
    <Alert color="red" variant="light" role="alert" title={t('failed')}>
      {wordsOf(error)}
    </Alert>
  );
}

export function NotFound() {
  const { t } = useText();
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {t('notFound')}
      </Title>
      <Text c="dimmed">{t('notFoundNote')}</Text>
      <ButtonLink to="/items">{t('items')}</ButtonLink>
    </Stack>
  );
}
