import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { printQueries } from '../api/printing.js';
import { useText } from '../text/language.js';
import { fillWithHtml } from './inert-document.js';
import { idsOf, type PrintSearch } from './print-search.js';

/** The frame runs no script; this page reaches into it, to fill and to print it. */
const SANDBOX = 'allow-same-origin allow-modals';
export const INVOICE_FRAME = 'invoices';

/** Invoices as the account's template writes them. */
export function Invoices({ search }: { readonly search: PrintSearch }) {
  const { t } = useText();
  const { data: invoices, dataUpdatedAt } = useSuspenseQuery(printQueries.invoices(idsOf(search)));
  const frame = useRef<HTMLIFrameElement>(null);
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
        key={dataUpdatedAt}
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
