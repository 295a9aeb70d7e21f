import { Alert, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PAGE } from '../../api/pages.js';
import { Pages } from '../../frame/pages.js';
import { Wide } from '../../frame/wide.js';
import { wordsOf } from '../../server/failures.js';

interface Props {
  readonly label: string;
  readonly headings: readonly string[];
  /** It is undefined until the first page is there. */
  readonly total: number | undefined;
  readonly error: Error | null;
  readonly page: number;
  readonly onGo: (page: number) => void;
  /** Says that there are no records. */
  readonly none: string;
  readonly children: ReactNode;
}

export function PagedTable({ label, headings, total, error, page, onGo, none, children }: Props) {
  if (error)
    return (
      <Alert color="red" variant="light" role="alert">
        {wordsOf(error)}
      </Alert>
    );
  if (!total) return <Text c="dimmed">{total === 0 ? none : ''}</Text>;
  return (
    <>
      <Wide label={label}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading) => (
                <Table.Th key={heading}>{heading}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Wide>
      {total > PAGE && <Pages page={page} size={PAGE} total={total} onGo={onGo} />}
    </>
  );
}
