import { Paper, SimpleGrid, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { NumberInput } from '../../frame/number-input.js';
import { type TextName, useText } from '../../text/language.js';
import { DELIVERY_FIELDS, type DeliveryField, type Draft } from './draft/draft.js';
import type { Change } from './draft/use-draft.js';

const FIELD_TEXTS: Readonly<Record<DeliveryField, TextName>> = {
  shipping_method: 'deliveryMethod',
  address_1: 'deliveryAddress1',
  address_2: 'deliveryAddress2',
  postcode: 'deliveryPostcode',
  city: 'deliveryCity',
  country: 'deliveryCountry',
};

interface Props {
  readonly draft: Draft;
  readonly change: Change;
  readonly faults: Readonly<Record<string, string>>;
}

/** An order over the counter needs none of this, so it is folded until somebody wants it. */
export function DeliveryPart({ draft: { delivery, shipping }, change, faults }: Props) {
  const { t } = useText();
  const isFilled = Boolean(shipping) || Object.values(delivery).some(Boolean);
  return (
    <Paper component="section" withBorder p="md" aria-label={t('newOrderDelivery')}>
      <details open={isFilled || undefined}>
        <Text component="summary" fw={650}>
          {t('newOrderDelivery')}
        </Text>
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs" mt="sm">
          {DELIVERY_FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(FIELD_TEXTS[field])}
              value={delivery[field]}
              error={faults[field]}
              onChange={({ currentTarget: { value } }) =>
                change((draft) => ({ ...draft, delivery: { ...draft.delivery, [field]: value } }))
              }
            />
          ))}
          <NumberInput
            label={t('deliveryPrice')}
            value={shipping}
            error={faults['totals[0].price']}
            onText={(shipping) => change((draft) => ({ ...draft, shipping }))}
          />
        </SimpleGrid>
      </details>
    </Paper>
  );
}
