import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../api/format.js';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { stockQueries } from '../../api/stock.js';
import { useText } from '../../text/language.js';
import type { Mode } from '../move/line.js';
import type { StockSearch } from '../stock-search.js';
import { rememberLocation, type usePlace } from './use-place.js';

interface Props {
  readonly where: ReturnType<typeof usePlace>;
  readonly search: StockSearch;
  readonly change: (change: Partial<StockSearch>, isTyping?: boolean) => void;
  /** Enter leads back to the field of the scans. */
  readonly onLeave: () => void;
}

/** Says where the pieces come from and go to, and with which papers. */
export function PlaceFields({ where: { mode, locations, location_id }, search, change, onLeave }: Props) {
  const { t } = useText();
  const choose = (location: number | undefined) => {
    if (location) rememberLocation(location);
    change({ location });
  };
  const data = locations.map(({ location_id: id, name }) => ({ value: String(id), label: name }));
  const none = { value: '', label: t('stockChooseLocation') };
  return (
    <Group
      gap="sm"
      align="flex-end"
      className="stock-place"
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onLeave()}
    >
      {mode === 'receive' && <OrderSelect search={search} change={change} />}
      {mode === 'count' && <JobSelect search={search} change={change} />}
      <NativeSelect
        label={t(mode === 'transfer' ? 'stockFrom' : 'location')}
        value={location_id ?? ''}
        disabled={mode === 'count' && search.job !== undefined}
        onChange={(event) => choose(Number(event.currentTarget.value) || undefined)}
        data={location_id ? data : [none, ...data]}
      />
      {mode === 'transfer' && (
        <NativeSelect
          label={t('stockTo')}
          value={search.to ?? ''}
          onChange={(event) => change({ to: Number(event.currentTarget.value) || undefined })}
          error={search.to !== undefined && search.to === location_id ? t('stockSamePlace') : undefined}
          data={[none, ...data]}
        />
      )}
      {NOTES[mode] && (
        <TextInput
          label={t(NOTES[mode])}
          maxLength={255}
          autoComplete="off"
          value={search.note ?? ''}
          onChange={(event) => change({ note: event.currentTarget.value || undefined }, true)}
        />
      )}
    </Group>
  );
}

const NOTES = {
  receive: 'stockDeliveryNote',
  transfer: 'comment',
  count: 'comment',
  adjust: undefined,
} as const satisfies Record<Mode, unknown>;

function OrderSelect({ search, change }: Pick<Props, 'search' | 'change'>) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const { time } = useFormat();
  const isAllowed = mayRead('inventory/purchase_order');
  const { data: orders = [] } = useQuery({ ...stockQueries.expected(), enabled: isAllowed });
  const { data: suppliers = [] } = useQuery({ ...stockQueries.suppliers(), enabled: mayRead('inventory/supplier') });
  if (!isAllowed || (!orders.length && !search.order)) return null;
  const nameOf = (id: number) => suppliers.find(({ supplier_id }) => supplier_id === id)?.name ?? '';
  const options = orders.map(({ purchase_order_id, supplier_id, date_added }) => ({
    value: String(purchase_order_id),
    label: [`#${purchase_order_id}`, nameOf(supplier_id), time(date_added)].filter(Boolean).join(' · '),
  }));
  const isListed = !search.order || orders.some(({ purchase_order_id }) => purchase_order_id === search.order);
  const chosen = isListed ? [] : [{ value: String(search.order), label: `#${search.order}` }];
  return (
    <NativeSelect
      label={t('stockOrder')}
      value={search.order ?? ''}
      onChange={(event) => change({ order: Number(event.currentTarget.value) || undefined, location: undefined })}
      data={[{ value: '', label: t('stockNoOrder') }, ...chosen, ...options]}
    />
  );
}

function JobSelect({ search, change }: Pick<Props, 'search' | 'change'>) {
  const { t } = useText();
  const { data: jobs = [] } = useQuery(stockQueries.openJobs());
  const { data: locations = [] } = useQuery(itemQueries.locations());
  if (!jobs.length && !search.job) return null;
  const placeOf = (id: number) => locations.find(({ location_id }) => location_id === id)?.name ?? '';
  const join = (id: number) =>
    change({ job: id || undefined, location: jobs.find((job) => job.item_stock_take_job_id === id)?.location_id });
  return (
    <NativeSelect
      label={t('stockJob')}
      value={search.job ?? ''}
      onChange={(event) => join(Number(event.currentTarget.value))}
      data={[
        { value: '', label: t('stockNewJob') },
        ...jobs.map(({ item_stock_take_job_id: id, location_id, counted, total, comment }) => ({
          value: String(id),
          label: [`#${id}`, placeOf(location_id), comment, `${counted}/${total}`].filter(Boolean).join(' · '),
        })),
      ]}
    />
  );
}
