import { Button, Group, Loader, Paper, Stack, Tabs, Text } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useMyself } from '../api/rights.js';
import { stockQueries } from '../api/stock.js';
import { Part } from '../frame/part.js';
import { PageTitle } from '../text/page-title.js';
import { NotFound } from '../frame/route-states.js';
import { sectionsOf } from '../frame/sections.js';
import { useAddressSearch } from '../frame/use-address-search.js';
import { useText } from '../text/language.js';
import { CountReview } from './lines/count-review.js';
import { ExpectedLines } from './lines/expected-lines.js';
import { Lines } from './lines/lines.js';
import { ListNotices } from './lines/list-notices.js';
import { Spoken } from './lines/spoken.js';
import { useNotes } from './lines/use-notes.js';
import type { LineItem } from './move/line.js';
import { isDone } from './move/line-state.js';
import { isInList } from './move/lists.js';
import { asOrdered } from './move/order-cost.js';
import { useMoveList } from './move/use-move-list.js';
import { PlaceFields } from './place/place-fields.js';
import { usePlace } from './place/use-place.js';
import type { Entry } from './scan/read-entry.js';
import { ScanField } from './scan/scan-field.js';
import { readStockSearch, type StockSearch } from './stock-search.js';
import './stock.css';

// The camera is loaded when somebody asks for it.
const Camera = lazyRouteComponent(() => import('./camera/camera.js'), 'Camera');

const MODE_TEXTS = {
  receive: 'stockReceive',
  adjust: 'stockAdjust',
  transfer: 'stockTransfer',
  count: 'stockCount',
} as const;

export function StockPage() {
  const isAllowed = sectionsOf(useMyself()).some(({ to }) => to === '/stock');
  return isAllowed ? <MoveStock /> : <NotFound />;
}

/** Moves stock: one field for all scans, and one list that is saved as it grows. */
function MoveStock() {
  const { t } = useText();
  const search = useSearch({ from: '/stock' });
  const change = useAddressSearch<StockSearch>('/stock');
  const where = usePlace(search);
  const { modes, mode, place, order, location_id = 0, isLoading } = where;
  const { list, view } = useMoveList();
  const field = useRef<HTMLInputElement>(null);
  const [hasCamera, setCamera] = useState(false);
  const [fault, setFault] = useState<string>();

  const lines = view.lines.filter((line) => line.mode === mode);
  const present = lines.filter((line) => (place ? isInList(line, place) : !line.is_earlier));
  const earlier = lines.filter((line) => !present.includes(line));
  const current = present.find(({ is_undone, is_closed }) => !is_undone && !is_closed);
  const isBusy = lines.some((line) => !isDone(line));
  const jobId = mode === 'count' ? (search.job ?? current?.document_id) : undefined;
  const { data: job } = useQuery({ ...stockQueries.job(jobId ?? 0), enabled: jobId !== undefined });
  const noteOf = useNotes(order, jobId === undefined ? undefined : (job ?? undefined));

  const focus = () => field.current?.focus();
  const scan = (text: string, pieces = 1, item?: LineItem) => {
    setFault(place ? undefined : t('stockNoPlace'));
    if (place) list?.scan({ mode, place, text, pieces, item });
  };
  const enter = (entry: Entry) => {
    if (entry.kind === 'scan') scan(entry.text, entry.pieces);
    else if (current && entry.kind === 'set') list?.setQuantity(current.id, entry.pieces);
    else if (current) list?.raise(current.id, entry.pieces);
  };
  const leaveJob = (id: number, isBooked: boolean) => {
    list?.closeJob(id, isBooked);
    if (search.job === id) change({ job: undefined });
  };
  const finish = () => {
    list?.finish(mode);
    focus();
  };
  const shared = { current, isAway: view.isAway, noteOf, onLeave: focus, onScan: scan };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PageTitle>{t('stock')}</PageTitle>
        <Group gap="sm">
          {lines.some(isDone) && (
            <Button variant="default" onClick={finish}>
              {t('stockFinish')}
            </Button>
          )}
          {mode === 'count' && <CountReview job={job ?? undefined} isBusy={isBusy} onOver={leaveJob} />}
        </Group>
      </Group>
      <Tabs value={mode} onChange={(value) => change({ mode: readStockSearch({ mode: value }).mode })}>
        <Tabs.List mb="md" className="tabs">
          {modes.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(MODE_TEXTS[each])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={mode}>
          <Stack gap="md">
            <Paper withBorder p="md">
              <Stack gap="md">
                <PlaceFields where={where} search={search} change={change} onLeave={focus} />
                <ScanField
                  field={field}
                  current={current && (current.item?.name ?? current.text)}
                  locationId={location_id}
                  onEntry={enter}
                  onPick={(item, text) => scan(text, 1, asOrdered(item, order))}
                  isReady={list !== undefined && !isLoading}
                  fault={place ? undefined : fault}
                >
                  <Button variant="subtle" size="sm" aria-pressed={hasCamera} onClick={() => setCamera(!hasCamera)}>
                    {t('stockCamera')}
                  </Button>
                </ScanField>
                {hasCamera && (
                  <Suspense fallback={<Loader role="progressbar" aria-label={t('loading')} />}>
                    <Camera onCode={(code) => scan(code)} />
                  </Suspense>
                )}
              </Stack>
            </Paper>
            <ListNotices list={list} view={view} />
            {list && <Lines {...shared} label={t('stockLines')} list={list} lines={present} />}
            {order && <ExpectedLines order={order} onAdd={scan} />}
            {list && earlier.length > 0 && (
              <Part title={t('stockEarlier')}>
                <Text size="sm" c="dimmed" mb="sm">
                  {t('stockEarlierNote')}
                </Text>
                <Lines {...shared} label={t('stockEarlier')} list={list} lines={earlier} />
              </Part>
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <Spoken line={lines[0]} />
    </Stack>
  );
}
