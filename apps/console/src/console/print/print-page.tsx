import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useKeys } from '../frame/keys/keys.js';
import { PageTitle } from '../text/page-title.js';
import { NotFound, RouteLoading } from '../frame/route-states.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { type TextName, useText } from '../text/language.js';
import { INVOICE_FRAME } from './invoice-frame.js';
import { Invoices } from './invoices.js';
import { Labels } from './labels.js';
import { PackingSlips } from './packing-slips.js';
import { PickList } from './pick-list.js';
import {
  CODES,
  MOST_COPIES,
  MOST_RECORDS,
  namedIn,
  PAPERS,
  PRINT_KINDS,
  type PrintKind,
  type PrintSearch,
  readPrintSearch,
} from './print-search.js';
import { Receipts } from './receipts.js';
import './print.css';

const DOCUMENTS = {
  labels: Labels,
  'pick-list': PickList,
  'packing-slips': PackingSlips,
  receipts: Receipts,
  invoices: Invoices,
} satisfies Record<PrintKind, (props: { readonly search: PrintSearch }) => ReactNode>;

const TITLES: Readonly<Record<PrintKind, TextName>> = {
  labels: 'printLabels',
  'pick-list': 'printPickList',
  'packing-slips': 'printPackingSlips',
  receipts: 'printReceipts',
  invoices: 'printInvoices',
};

/** Shows the paper as it will be, and prints it by the browser. */
export function PrintPage() {
  const { t } = useText();
  const { kind: name } = useParams({ from: '/print/$kind' });
  const search = useSearch({ from: '/print/$kind' });
  useKeys([{ key: 'p', text: 'printNow', run: print }]);
  const kind = PRINT_KINDS.find((each) => each === name);
  const { length: total } = namedIn(search);
  if (!kind || !total) return <NotFound />;
  const Document = DOCUMENTS[kind];
  return (
    <Stack gap="md">
      <Group className="screen-only" justify="space-between" align="flex-end">
        <PageTitle>{t(TITLES[kind])}</PageTitle>
        <Group gap="sm" align="flex-end">
          {kind === 'labels' && <LabelChoices search={search} />}
          <Button onClick={print}>{t('printNow')}</Button>
        </Group>
      </Group>
      {total > MOST_RECORDS && (
        <Alert className="screen-only" color="orange" variant="light" role="alert">
          {t('printMost', { most: MOST_RECORDS, total })}
        </Alert>
      )}
      <Suspense fallback={<RouteLoading />}>
        <div className="papers" role="group" aria-label={t(TITLES[kind])} tabIndex={0}>
          <Document search={search} />
        </div>
      </Suspense>
    </Stack>
  );
}

/** An invoice is a page of its own in its frame. */
function print(): void {
  const frame = document.getElementById(INVOICE_FRAME);
  if (frame instanceof HTMLIFrameElement) frame.contentWindow?.print();
  else window.print();
}

function LabelChoices({ search }: { readonly search: PrintSearch }) {
  const { t } = useText();
  const change = useAddressSearch<PrintSearch>('/print/$kind');
  const isSheet = search.paper === 'a4';
  return (
    <>
      <NativeSelect
        label={t('printPaper')}
        value={search.paper ?? 'roll'}
        onChange={({ currentTarget: { value } }) => change({ paper: readPrintSearch({ paper: value }).paper })}
        data={PAPERS.map((paper) => ({ value: paper, label: t(`print_${paper}`) }))}
      />
      <NativeSelect
        label={t('printCode')}
        value={search.code ?? 'auto'}
        onChange={({ currentTarget: { value } }) => change({ code: readPrintSearch({ code: value }).code })}
        data={CODES.map((code) => ({ value: code, label: t(`print_${code}`) }))}
      />
      <Count
        label={t('printCopies')}
        value={search.copies ?? 1}
        min={1}
        max={MOST_COPIES}
        onChange={(copies) => change({ copies }, true)}
      />
      {isSheet && (
        <Count
          label={t('printSkip')}
          value={search.skip ?? 0}
          min={0}
          max={23}
          onChange={(skip) => change({ skip: skip || undefined }, true)}
        />
      )}
    </>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

const Count = ({ label, value, min, max, onChange }: CountProps) => (
  <TextInput
    type="number"
    label={label}
    w="6.5rem"
    min={min}
    max={max}
    defaultValue={value}
    onChange={({ currentTarget: { valueAsNumber } }) => onChange(Number.isNaN(valueAsNumber) ? min : valueAsNumber)}
  />
);
