import { Alert, Group, Loader, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { useKeys } from './keys/keys.js';
import { PageTitle } from '../text/page-title.js';
import { Pages } from './pages.js';

export function ListTitle({ title, isLoading }: { readonly title: string; readonly isLoading: boolean }) {
  const { t } = useText();
  return (
    <Group gap="sm">
      <PageTitle>{title}</PageTitle>
      {isLoading && <Loader role="progressbar" size="xs" aria-label={t('loading')} />}
    </Group>
  );
}

interface FoundProps<T> {
  readonly error: unknown;
  readonly total: number | undefined;
  readonly found: readonly T[] | undefined;
  readonly page: number | undefined;
  readonly size: number;
  readonly onGo: (page: number) => void;
  /** Stands above the list, and works on what it shows. */
  readonly tools?: ReactNode;
  readonly children: (found: readonly T[]) => ReactNode;
}

/** A page of a list with its pager, or the words of the refusal. */
export function Found<T>({ error, found, total, page, size, onGo, tools, children }: FoundProps<T>) {
  const { t } = useText();
  const go = (change: number) => {
    const next = (page ?? 1) + change;
    if (next >= 1 && (next - 1) * size < (total ?? 0)) onGo(next);
  };
  useKeys([
    { key: '/', text: 'keysSearch', run: focusSearch },
    { key: 'j', text: 'keysNextPage', run: () => go(1) },
    { key: 'k', text: 'keysPreviousPage', run: () => go(-1) },
  ]);
  return (
    <>
      {Boolean(error) && (
        <Alert color="red" variant="light" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {found && tools}
      {found && (
        <Paper withBorder className="wide">
          {children(found)}
          {!found.length && (
            <Text p="xl" ta="center" c="dimmed">
              {t('noneFound')}
            </Text>
          )}
        </Paper>
      )}
      {total !== undefined && <Pages page={page ?? 1} size={size} total={total} onGo={onGo} />}
    </>
  );
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
