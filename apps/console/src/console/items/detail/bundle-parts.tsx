import { ActionIcon, Stack, Table, Text } from '@mantine/core';
import type { Item, ItemEdit } from '@stockbook/client';
import { useState } from 'react';
import { useMyself } from '../../api/rights.js';
import { TextLink } from '../../frame/links.js';
import { NumberInput } from '../../frame/number-input.js';
import { Wide } from '../../frame/wide.js';
import { useText } from '../../text/language.js';
import { wholeIn } from '../../text/numbers.js';
import { DraftForm } from '../edit/draft-form.js';
import { ItemPicker } from '../edit/item-picker.js';
import { useItemDraft, type Values } from '../edit/use-item-draft.js';

/** The components of a bundle and the pieces of each. An item without any may become a bundle. */
export function BundleParts({ item }: { readonly item: Item }) {
  const { t, language } = useText();
  const { mayChange } = useMyself();
  const isAllowed = mayChange('inventory/item');
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (id: string): string =>
    picked.get(id) ?? item.item_bundles.find(({ bundle_item_id }) => String(bundle_item_id) === id)?.name ?? id;
  const draft = useItemDraft(item, {
    valuesOf,
    requestOf: (values) => requestOf(values, language),
    labelOf: nameOf,
    fieldOf: (named, { item_bundles = [] }) => {
      const [, place = ''] = /^item_bundles\[(\d+)\]/.exec(named) ?? [];
      return place ? String(item_bundles[Number(place)]?.bundle_item_id) : named;
    },
  });
  const parts = Object.keys(draft.values);
  return (
    <DraftForm draft={draft}>
      <Stack gap="sm">
        {!parts.length && <Text c="dimmed">{t('itemNoParts')}</Text>}
        {parts.length > 0 && (
          <Wide label={t('itemParts')}>
            <Table aria-label={t('itemParts')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('itemPart')}</Table.Th>
                  <Table.Th>{t('itemPiecesInOne')}</Table.Th>
                  {isAllowed && <Table.Th className="narrow" aria-label={t('itemPartRemove')} />}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {parts.map((id) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <TextLink to="/items/$itemId" params={{ itemId: id }}>
                        {nameOf(id)}
                      </TextLink>
                    </Table.Td>
                    <Table.Td>
                      <NumberInput
                        kind="whole"
                        aria-label={t('itemPiecesOf', { name: nameOf(id) })}
                        readOnly={!isAllowed}
                        maw={96}
                        value={draft.values[id] ?? ''}
                        error={draft.errors[id]}
                        onText={(text) => draft.set(id, text)}
                      />
                    </Table.Td>
                    {isAllowed && (
                      <Table.Td className="narrow">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('itemPartRemoveNamed', { name: nameOf(id) })}
                          onClick={() => draft.set(id, undefined)}
                        >
                          ×
                        </ActionIcon>
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Wide>
        )}
        {isAllowed && (
          <ItemPicker
            label={t('itemPartAdd')}
            isExcluded={({ item_id }) => item_id === item.item_id || String(item_id) in draft.values}
            onPick={({ item_id, name }) => {
              setPicked((picked) => new Map(picked).set(String(item_id), name));
              draft.set(String(item_id), '1');
            }}
          />
        )}
      </Stack>
    </DraftForm>
  );
}

const valuesOf = ({ item_bundles }: Item): Values =>
  Object.fromEntries(item_bundles.map(({ bundle_item_id, quantity }) => [String(bundle_item_id), String(quantity)]));

const requestOf = (values: Values, language: string): ItemEdit => ({
  item_bundles: Object.entries(values).map(([id, quantity]) => ({
    bundle_item_id: Number(id),
    quantity: wholeIn(quantity, language),
  })),
  ...(!Object.keys(values).length && { bundle: false }),
});
