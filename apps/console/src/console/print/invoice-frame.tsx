import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { printQueries } from '../api/printing.js';
import { RouteLoading } from '../frame/route-states.js';
import { useText } from '../text/language.js';
import { fillWithHtml } from './inert-document.js';

/** The frame runs no script; this page reaches into it, to fill and to print it. */
const SANDBOX = 'allow-same-origin allow-modals';
export const INVOICE_FRAME = 'invoices';

/** Renders the invoices of orders, which issues the numbers that are missing. */
export function InvoiceFrame({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useText();
  const { data: invoices } = useQuery({ ...printQueries.invoices(ids), throwOnError: true });
  const frame = useRef<HTMLIFrameElement>(null);
  if (!invoices) return <RouteLoading />;
  const fill = () =>
    frame.current &&
    fillWithHtml(
      frame.current,
      invoices.map(({ content }) => content),
    );
  return (
    <>
      <Text w="100%" size="sm" c="dimmed" className="screen-only">
        {t('printInvoiceNumbers', {
          numbers: invoices.map(({ series, invoice_no }) => series + invoice_no).join(', '),
        })}
      </Text>
      <iframe
        ref={frame}
        id={INVOICE_FRAME}
        title={t('printInvoices')}
        sandbox={SANDBOX}
        srcDoc="<!doctype html><title></title>"
        onLoad={fill}
        className="paper invoice"
      />
    </>
  );
}
