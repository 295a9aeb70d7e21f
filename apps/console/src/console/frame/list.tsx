import { Alert, Group, Loader, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { wordsOf } from '../server/failures.js';
import { useText } from '../text/language.js';
import { useKeys } from './keys/keys.js';
import { PageTitle } from '../text/page-title.js';
import { pageRange } from './page-range.js';
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
  readonly isMinimum: boolean | undefined;
  readonly found: readonly T[] | undefined;
  readonly page: number | undefined;
  readonly size: number;
  readonly onGo: (page: number) => void;
  /** Stands above the list, and works on what it shows. */
  readonly tools?: ReactNode;
  readonly children: (found: readonly T[]) => ReactNode;
}

/** A page of a list with its pager, or the words of the refusal. */
export function Found<T>({ error, found, total, isMinimum, page = 1, size, onGo, tools, children }: FoundProps<T>) {
  const { t } = useText();
  const listed = { page, size, total: total ?? 0, shown: found?.length ?? 0, isMinimum: isMinimum ?? false };
  const { hasNext } = pageRange(listed);
  useKeys([
    { key: '/', text: 'keysSearch', run: focusSearch },
    { key: 'j', text: 'keysNextPage', run: () => hasNext && onGo(page + 1) },
    { key: 'k', text: 'keysPreviousPage', run: () => page > 1 && onGo(page - 1) },
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
      {total !== undefined && <Pages {...listed} onGo={onGo} />}
    </>
  );
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
