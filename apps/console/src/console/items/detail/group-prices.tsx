import { Stack, Text } from '@mantine/core';
import type { Item, ItemEdit } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { settingQueries } from '../../api/settings.js';
import { useMyself } from '../../api/rights.js';
import { NumberInput } from '../../frame/number-input.js';
import { useText } from '../../text/language.js';
import { useNumbers } from '../../text/use-numbers.js';
import { DraftForm } from '../edit/draft-form.js';
import { useItemDraft, type Values } from '../edit/use-item-draft.js';

interface Props {
  readonly item: Item;
}

interface NamedGroup {
  readonly customer_group_id: number;
  readonly name: string;
}

/** The price of an item for each customer group; a group without one pays the item's own. */
export function GroupPrices({ item }: Props) {
  const { mayRead } = useMyself();
  const isAllowed = mayRead('sale/customer_group');
  const { data } = useQuery({ ...settingQueries.customerGroups(), enabled: isAllowed });
  const groups = isAllowed ? data : item.customer_groups;
  return groups && <GroupPriceForm item={item} groups={groups} />;
}

function GroupPriceForm({ item, groups }: Props & { readonly groups: readonly NamedGroup[] }) {
  const { t } = useText();
  const { read, write } = useNumbers();
  const { mayChange } = useMyself();
  const draft = useItemDraft(item, {
    valuesOf: (item) => valuesOf(item, groups, write),
    // The API takes the prices of all groups at once.
    requestOf: (values): ItemEdit => ({
      customer_groups: Object.entries(values).flatMap(([id, text]) =>
        text.trim() ? [{ customer_group_id: Number(id), price: read(text) }] : [],
      ),
    }),
    labelOf: (field) => groups.find((group) => String(group.customer_group_id) === field)?.name ?? field,
    fieldOf: (named, { customer_groups = [] }) => {
      const [, place = ''] = /^customer_groups\[(\d+)\]/.exec(named) ?? [];
      return place ? String(customer_groups[Number(place)]?.customer_group_id) : named;
    },
  });
  if (!groups.length) return <Text c="dimmed">{t('itemNoGroups')}</Text>;
  return (
    <DraftForm draft={draft}>
      <Stack gap="sm">
        {groups.map(({ customer_group_id: id, name }) => (
          <NumberInput
            key={id}
            label={name}
            placeholder={write(item.price)}
            readOnly={!mayChange('inventory/item')}
            value={draft.values[id] ?? ''}
            error={draft.errors[id]}
            onText={(text) => draft.set(String(id), text)}
          />
        ))}
      </Stack>
    </DraftForm>
  );
}

const valuesOf = (
  { customer_groups }: Item,
  groups: readonly NamedGroup[],
  write: (price: number) => string,
): Values => ({
  ...Object.fromEntries(groups.map(({ customer_group_id }) => [customer_group_id, ''])),
  ...Object.fromEntries(customer_groups.map(({ customer_group_id, price }) => [customer_group_id, write(price)])),
});
