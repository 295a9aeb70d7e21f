import type { OrderAdd } from '@stockbook/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readOrdersAnew } from '../../api/orders.js';
import { showUndoable } from '../../frame/undoable.js';
import { api } from '../../session/session.js';
import { isRefusal } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import type { Draft } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

interface Placing {
  readonly draft: Draft;
  readonly change: Change;
  readonly leave: (draft: Draft) => void;
  readonly prepare: () => Promise<OrderAdd>;
}

/**
 * Places a draft once. Until the server has answered, the draft keeps the request as it was sent, and that alone is
 * sent again, with the same key.
 */
export function usePlacing({ draft, change, leave, prepare }: Placing) {
  const { t } = useText();
  const navigate = useNavigate();
  const [isSentAgain, setSentAgain] = useState(false);
  const placing = useMutation({
    // Without a network the client says so at once, instead of a wait for one.
    networkMode: 'always',
    mutationFn: async () => {
      setSentAgain(draft.sent !== null);
      const request = draft.sent?.request ?? (await prepare());
      change((draft) => ({ ...draft, sent: { request, at: Date.now(), ...draft.sent } }));
      return api().sale.order.add(request, { idempotencyKey: draft.id });
    },
    onSuccess: () => {
      leave(draft);
      void readOrdersAnew();
    },
    onError: (error) => {
      if (isRefusal(error)) change((draft) => ({ ...draft, sent: null }));
    },
  });
  const place = () => {
    if (placing.isPending) return;
    placing.mutate(undefined, {
      onSuccess: ({ order: { order_id } }) => {
        showUndoable(t('newOrderPlaced', { number: order_id }), async (idempotencyKey) => {
          await api().sale.order.delete({ order_id }, { idempotencyKey });
          if (location.pathname.endsWith(`/orders/${order_id}`)) await navigate({ to: '/orders', replace: true });
          void readOrdersAnew();
          return t('newOrderUndone', { number: order_id });
        });
        void navigate({ to: '/orders/$orderId', params: { orderId: String(order_id) }, replace: true });
      },
    });
  };
  const { isPending, error } = placing;
  /** Whether the server may have placed the order without saying so, also while it is asked again. */
  const isInDoubt = draft.sent !== null && (isSentAgain || !isPending);
  return { place, isPending, isInDoubt, error };
}
