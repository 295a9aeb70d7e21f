import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMyself } from '../../api/rights.js';
import { itemQueries } from '../../api/items.js';
import { Part } from '../../frame/part.js';
import { useText } from '../../text/language.js';
import { channelOf, locationIdOf, paymentsOf, type SaleSettings } from './cart.js';
import type { Draft } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

interface Props {
  readonly draft: Draft;
  readonly settings: SaleSettings;
  readonly change: Change;
  readonly faults: Readonly<Record<string, string>>;
}

/** The channel with its location, the status and a comment. */
export function SalePart({ draft, settings, change, faults }: Props) {
  const { t } = useText();
  const { mayRead } = useMyself();
  const { data: locations = [] } = useQuery({
    ...itemQueries.locations(),
    enabled: mayRead('inventory/location'),
  });
  const locationId = locationIdOf(draft, settings);
  const location = locations.find(({ location_id }) => location_id === locationId)?.name;
  const usual =
    paymentsOf(draft, settings, 0)[0]?.method?.order_status_id || settings.company.default_order_status_id || 0;
  const usualName = settings.statuses.find(({ order_status_id }) => order_status_id === usual)?.name;
  return (
    <Part title={t('newOrderSale')}>
      <Stack gap="xs">
        <NativeSelect
          label={t('channel')}
          description={location && t('newOrderLocation', { location })}
          value={String(channelOf(draft, settings)?.channel_id ?? '')}
          error={faults['channel_id']}
          onChange={({ currentTarget: { value } }) => change((draft) => ({ ...draft, channel_id: Number(value) }))}
          data={settings.channels.map(({ channel_id, name }) => ({ value: String(channel_id), label: name }))}
        />
        <NativeSelect
          label={t('status')}
          value={String(draft.order_status_id)}
          error={faults['order_status_id']}
          onChange={({ currentTarget: { value } }) => change((draft) => ({ ...draft, order_status_id: Number(value) }))}
          data={[
            { value: '0', label: usualName ? t('newOrderUsualStatus', { status: usualName }) : t('newOrderUsual') },
            ...settings.statuses.map(({ order_status_id, name }) => ({ value: String(order_status_id), label: name })),
          ]}
        />
        <Textarea
          label={t('comment')}
          rows={2}
          value={draft.comment}
          error={faults['comment']}
          onChange={({ currentTarget: { value } }) => change((draft) => ({ ...draft, comment: value }))}
        />
        {!settings.channels.length && (
          <Text size="sm" c="var(--danger)">
            {t('newOrderNoChannel')}
          </Text>
        )}
      </Stack>
    </Part>
  );
}
