import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { itemQueries } from '../../api/items.js';
import { useMyself } from '../../api/rights.js';
import { NumberInput } from '../../frame/number-input.js';
import { useText } from '../../text/language.js';
import type { Values } from '../edit/use-item-draft.js';
import { FIELD_TEXTS, FIELDS, type Field, isNumber } from './item-fields.js';

interface Props {
  readonly values: Values;
  readonly errors: Values;
  readonly onChange: (field: Field, value: string) => void;
  readonly autoFocus?: boolean;
}

/** The inputs of an item's fields; those who may not see cost have none of it. */
export function ItemInputs({ values, errors, onChange, autoFocus = false }: Props) {
  const { t } = useText();
  const { view_cost, mayChange, mayRead } = useMyself();
  const { data: brands = [] } = useQuery({ ...itemQueries.brands(), enabled: mayRead('inventory/brand') });
  const inputs = FIELDS.filter((field) => field !== 'brand_id' && (field !== 'cost' || view_cost));
  return (
    <>
      {inputs.map((field) => {
        const input = {
          label: t(FIELD_TEXTS[field]),
          readOnly: !mayChange('inventory/item'),
          autoFocus: autoFocus && field === 'name',
          value: values[field] ?? '',
          error: errors[field],
        };
        return isNumber(field) ? (
          <NumberInput key={field} {...input} onText={(text) => onChange(field, text)} />
        ) : (
          <TextInput key={field} {...input} onChange={(event) => onChange(field, event.currentTarget.value)} />
        );
      })}
      {brands.length > 0 && (
        <NativeSelect
          label={t('brand')}
          disabled={!mayChange('inventory/item')}
          value={values['brand_id'] ?? '0'}
          error={errors['brand_id']}
          onChange={(event) => onChange('brand_id', event.currentTarget.value)}
          data={[
            { value: '0', label: t('itemNoBrand') },
            ...brands.map(({ brand_id, name }) => ({ value: String(brand_id), label: name })),
          ]}
        />
      )}
    </>
  );
}
