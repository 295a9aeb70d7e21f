import { VisuallyHidden } from '@mantine/core';
import { useFormat } from '../../api/format.js';
import { useText } from '../../text/language.js';
import type { Line } from '../move/line.js';

/** Says the line that was scanned last to those who do not see it. */
export function Spoken({ line }: { readonly line: Line | undefined }) {
  const { t } = useText();
  const { number } = useFormat();
  const pieces = line?.wanted ?? line?.seen;
  return (
    <VisuallyHidden aria-live="polite">
      {line?.item && pieces !== undefined && t('stockSpoken', { name: line.item.name, pieces: number(pieces) })}
    </VisuallyHidden>
  );
}
