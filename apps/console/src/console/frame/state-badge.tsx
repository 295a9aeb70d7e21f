import { Badge } from '@mantine/core';

/** The texts are darker than those of Mantine's light badges, which not everybody can read. */
const TONES = {
  good: { color: 'teal' },
  warning: { color: 'orange', c: 'var(--warning)' },
  bad: { color: 'red', c: 'var(--danger)' },
  plain: { color: 'gray' },
} as const;

export type Tone = keyof typeof TONES;

export const StateBadge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <Badge variant="light" tt="none" {...TONES[tone]}>
    {children}
  </Badge>
);
