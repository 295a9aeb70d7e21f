import { Title } from '@mantine/core';
import { useEffect } from 'react';

/** The heading of a page, which also names the tab of the browser. */
export function PageTitle({ children }: { readonly children: string }) {
  useEffect(() => {
    document.title = `${children} - Stockbook`;
  }, [children]);
  return (
    <Title order={1} size="h2">
      {children}
    </Title>
  );
}
