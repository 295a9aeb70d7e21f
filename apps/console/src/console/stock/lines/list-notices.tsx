import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../text/language.js';
import type { MoveList, MoveView } from '../move/move-list.js';

/** The list opens faster than this unless another tab has it. */
const PATIENCE_MS = 500;

interface Props {
  readonly list: MoveList | undefined;
  readonly view: MoveView;
}

/** Says why lines are not saved at the moment. */
export function ListNotices({ list, view: { isAway, keepingFault } }: Props) {
  const { t } = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {!list && isLate && (
        <Alert color="yellow" role="status">
          {t('stockElsewhere')}
        </Alert>
      )}
      {keepingFault !== undefined && (
        <Alert color="red" role="alert" title={t('stockNotKept')}>
          {keepingFault}
        </Alert>
      )}
      {isAway && (
        <Alert color="yellow" role="status">
          {t('stockAway')}
        </Alert>
      )}
    </>
  );
}
