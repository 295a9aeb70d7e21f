import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useMyself } from '../../api/rights.js';
import { useKeys } from '../../frame/keys/keys.js';
import { PageTitle } from '../../text/page-title.js';
import { Part } from '../../frame/part.js';
import { NotFound, RouteLoading } from '../../frame/route-states.js';
import { isRefusal, wordsByField } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { OwnFailure, useWordsOf } from '../../text/own-failure.js';
import { InDoubt } from '../../frame/in-doubt.js';
import { PaymentFields } from '../payment-fields.js';
import {
  cartOf,
  hasMovedPrice,
  hasUnclearNumber,
  paymentsOf,
  requestOf,
  type SaleSettings,
  sumsOfCart,
} from './cart.js';
import { CouponField } from './coupon-field.js';
import { CustomerPart } from './customer-part.js';
import { DeliveryPart } from './delivery-part.js';
import { Discard } from './discard.js';
import { newReading } from './finder.js';
import { ItemFinder } from './item-finder.js';
import { LineTable } from './line-table.js';
import { newDraft } from './draft/draft.js';
import { SalePart } from './sale-part.js';
import { TotalsPart } from './totals-part.js';
import { Unfinished } from './unfinished.js';
import { useCalculation } from './use-calculation.js';
import { useDraft } from './draft/use-draft.js';
import { useItemsAnew } from './use-items-anew.js';
import { usePlacing } from './use-placing.js';
import { useSaleSettings } from './use-sale-settings.js';
import './new-order.css';

export function NewOrderPage() {
  const { mayChange, mayRead } = useMyself();
  const settings = useSaleSettings();
  if (!mayChange('sale/order') || !mayRead('inventory/item')) return <NotFound />;
  return settings ? <NewOrder settings={settings} /> : <RouteLoading />;
}

/** An order made by hand. Everything has a default but the items, so the keyboard alone does it. */
function NewOrder({ settings }: { readonly settings: SaleSettings }) {
  const { t } = useText();
  const wordsOf = useWordsOf();
  const { draft, latest, change, others, begin, resume, forget, leave } = useDraft();
  const readItems = useItemsAnew(draft, change, settings);
  const item = useRef<HTMLInputElement>(null);
  const customer = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [itemReading, customerReading] = [useRef(newReading()), useRef(newReading())];
  const cart = cartOf(draft, settings);
  const calculation = useCalculation(cart);
  const sums = sumsOfCart(cart, calculation.calculated);
  const payments = paymentsOf(draft, settings, sums.total);
  const { place, isPending, isInDoubt, error } = usePlacing({
    draft,
    change,
    leave,
    prepare: async () => {
      const seen = latest();
      await readItems();
      if (hasMovedPrice(seen, latest(), settings)) throw new OwnFailure('newOrderPricesMoved');
      for (const { current } of [itemReading, customerReading]) {
        await current.lookups;
        if (current.text.trim()) throw new Error(t('newOrderUnread', { text: current.text }));
      }
      const now = latest();
      if (hasUnclearNumber(now, settings)) throw new OwnFailure('newOrderUnclear');
      return requestOf(now, settings, await calculation.finish(cartOf(now, settings)));
    },
  });
  const refusal = isInDoubt ? null : (error ?? calculation.error);
  const faults = refusal && isRefusal(refusal) ? wordsByField(refusal) : {};
  const general = Object.entries(faults).filter(([field]) => !AT_FIELDS.test(field));
  if (!isInDoubt && error && !isRefusal(error)) general.push(['', wordsOf(error)]);
  const { currency } = settings.company;
  const rejected = calculation.calculated?.rejected ?? [];
  const goTo = (input: HTMLElement | null) => input?.focus();
  useKeys([
    { key: 'f2', text: 'newOrderItem', run: () => goTo(item.current) },
    { key: 'f4', text: 'customer', run: () => goTo(customer.current) },
    { key: 'mod+enter', text: 'newOrderPlace', run: place },
  ]);
  const discard = () => {
    forget(draft);
    begin();
    goTo(item.current);
  };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{t('newOrder')}</PageTitle>
        <Group gap="xs">
          <Unfinished drafts={others} onResume={resume} />
          {draft.lines.length > 0 && !draft.sent && <Discard onDiscard={discard} />}
        </Group>
      </Group>
      {isInDoubt && draft.sent && (
        <InDoubt
          sentAt={draft.sent.at}
          error={error}
          isPending={isPending}
          onSendAgain={place}
          onRenew={() => {
            forget(draft);
            change((draft) => ({ ...draft, id: newDraft(settings.language).id, sent: null }));
          }}
        />
      )}
      {general.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          {general.map(([field, words]) => (
            <div key={field}>{words}</div>
          ))}
        </Alert>
      )}
      <fieldset className="new-order" disabled={draft.sent !== null}>
        <Part title={t('items')}>
          <Stack gap="sm">
            <ItemFinder
              input={item}
              reading={itemReading}
              {...{ settings, change }}
              error={faults['products']}
              onLeave={() => goTo(customer.current ?? submit.current)}
            />
            {draft.lines.length ? (
              <LineTable
                {...{ draft, settings, faults, change }}
                calculated={calculation.calculated}
                onLeave={() => goTo(item.current)}
                onScan={(code) => itemReading.current.read(code)}
              />
            ) : (
              <Text c="dimmed" py="lg" ta="center">
                {t('newOrderEmpty')}
              </Text>
            )}
          </Stack>
        </Part>
        <Stack gap="md" className="aside">
          <Part title={t('customer')}>
            <CustomerPart
              {...{ draft, change, faults }}
              input={customer}
              reading={customerReading}
              onLeave={() => goTo(submit.current)}
            />
          </Part>
          <Part title={t('payments')}>
            <Stack gap="sm">
              <CouponField
                coupons={draft.coupons}
                rejected={rejected}
                onChange={(coupons) => change((draft) => ({ ...draft, coupons }))}
              />
              <TotalsPart
                {...{ sums, currency, rejected, calculation }}
                isAtField={isRefusal(calculation.error) && !general.length}
              />
              <PaymentFields
                payments={draft.payments}
                methods={settings.methods}
                rest={payments.at(-1)?.amount ?? 0}
                currency={currency}
                faults={faults}
                onChange={(payments) => change((draft) => ({ ...draft, payments }))}
              />
              <Button
                ref={submit}
                size="md"
                fullWidth
                loading={isPending}
                disabled={!draft.lines.length}
                onClick={place}
                rightSection={
                  <Kbd size="xs" visibleFrom="sm">
                    Ctrl Enter
                  </Kbd>
                }
              >
                {t('newOrderPlace')}
              </Button>
            </Stack>
          </Part>
        </Stack>
        <Stack gap="md">
          <SalePart {...{ draft, settings, change, faults }} />
          <DeliveryPart {...{ draft, change, faults }} />
        </Stack>
      </fieldset>
    </Stack>
  );
}

/** The fields of a request that show their own faults. */
const AT_FIELDS = new RegExp(
  '^(products(\\[\\d+\\](\\.(item_id|quantity|price))?)?|firstname|lastname|email|telephone|company|customer_id' +
    '|channel_id|order_status_id|comment|payment_method|payments(\\[\\d+\\]\\.\\w+)?' +
    '|shipping_method|address_[12]|postcode|city|country|totals\\[0\\]\\.price)$',
);
