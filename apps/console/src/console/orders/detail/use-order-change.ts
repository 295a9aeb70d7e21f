import { notifications } from '@mantine/notifications';
import type { CallOptions, Order } from '@stockbook/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orderQueries, readOrdersAnew } from '../../api/orders.js';
import { showUndoable, type Undo } from '../../frame/undoable.js';
import { staleFault, wordsByField } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { useOnce } from '../../frame/use-once.js';

interface Options<F> {
  readonly write: (fields: F, options: CallOptions) => Promise<unknown>;
  /** Tells whether an order still has what the form has shown of it. Stock changes an order too. */
  readonly isSame: (now: Order, shown: Order) => boolean;
  readonly onDone: () => void;
  readonly undoOf?: (before: Order, fields: F) => Undo | undefined;
}

/** A form that changes an order, unless somebody else has changed the same since the form began. */
export function useOrderChange<F>(order: Order, { write, isSame, onDone, undoOf }: Options<F>) {
  const { t } = useText();
  const client = useQueryClient();
  const [begun, setBegun] = useState<Order>();
  const [theirs, setTheirs] = useState<Order>();
  const once = useOnce(({ fields, revision }: { readonly fields: F; readonly revision: number }, idempotencyKey) =>
    write(fields, { idempotencyKey, ifRevision: revision }),
  );
  const shown = begun ?? order;
  const clear = () => {
    setBegun(undefined);
    setTheirs(undefined);
  };
  const saveOver = (over: Order, fields: F) =>
    once.send(
      { fields, revision: over.revision },
      {
        onDone: () => {
          clear();
          const undo = undoOf?.(over, fields);
          if (undo) showUndoable(t('saved'), undo);
          else notifications.show({ message: t('saved') });
          void readOrdersAnew();
          onDone();
        },
        onRefused: async (error) => {
          if (!staleFault(error)) return;
          const now = await client.fetchQuery({ ...orderQueries.one(over.order_id), staleTime: 0 });
          if (!now) return;
          if (isSame(now, over)) saveOver(now, fields);
          else setTheirs(now);
        },
      },
    );
  const { inDoubt, isPending, error, refusal, renew } = once;
  return {
    /** The order as it was when somebody began to fill the form. */
    shown,
    begin: () => setBegun(shown),
    clear,
    isPending,
    save: (fields: F) => saveOver(shown, fields),
    faults: refusal && !staleFault(refusal) ? wordsByField(refusal) : {},
    inDoubt: inDoubt && {
      ...{ sentAt: inDoubt.at, error, isPending, onRenew: renew },
      onSendAgain: () => saveOver(shown, inDoubt.input.fields),
    },
    theirs,
    saveMine: (over: Order, fields: F) => {
      setTheirs(undefined);
      setBegun(over);
      saveOver(over, fields);
    },
    closeConflict: () => setTheirs(undefined),
  };
}
