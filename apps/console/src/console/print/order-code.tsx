import type { Order } from '@stockbook/client';
import { useText } from '../text/language.js';
import { CodeImage } from './code-image.js';
import { pictureOf } from './codes.js';

/** The number of an order, as a text and as bars. */
export function OrderCode({ order }: { readonly order: Order }) {
  const { t } = useText();
  const number = order.imported_order_id || String(order.order_id);
  const picture = pictureOf(number, 'code128');
  return (
    <div className="order-code">
      {picture && <CodeImage picture={picture} label={number} />}
      <div>{t('orderNumber', { number })}</div>
    </div>
  );
}
