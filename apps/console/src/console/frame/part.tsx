import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a title of its own. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Paper component="section" withBorder p="md" className="part" aria-label={title}>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
);
