import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMyself } from '../api/rights.js';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { ButtonLink } from './links.js';
import { PageTitle } from '../text/page-title.js';
import { sectionsOf } from './sections.js';

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
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  // A query that has failed is asked again when its page is shown the next time.
  useEffect(reset, [reset]);
  return (
    <Alert color="red" variant="light" role="alert" title={t('failed')}>
      <Stack align="flex-start" gap="sm">
        {wordsOf(error)}
        <Button variant="default" onClick={() => void router.invalidate()}>
          {t('tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}

export function NotFound() {
  const { t } = useText();
  const [first] = sectionsOf(useMyself());
  return (
    <Stack align="flex-start">
      <PageTitle>{t('notFound')}</PageTitle>
      <Text c="dimmed">{t('notFoundNote')}</Text>
      {first && <ButtonLink to={first.to}>{t(first.text)}</ButtonLink>}
    </Stack>
  );
}
