import { TextInput } from '@mantine/core';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';
import type { Values } from '../edit/use-item-draft.js';
import { FIELD_TEXTS, FIELDS, type Field, NUMBER_FIELDS } from './item-fields.js';

interface Props {
  readonly values: Values;
  readonly errors: Values;
  readonly onChange: (field: Field, value: string) => void;
}

/** The inputs of an item's fields; those who may not see cost have none of it. */
export function ItemInputs({ values, errors, onChange }: Props) {
  const { t } = useText();
  const { view_cost, mayChange } = useMyself();
  return FIELDS.filter((field) => field !== 'cost' || view_cost).map((field) => (
    <TextInput
      key={field}
      label={t(FIELD_TEXTS[field])}
      readOnly={!mayChange('inventory/item')}
      inputMode={(NUMBER_FIELDS as readonly string[]).includes(field) ? 'decimal' : undefined}
      value={values[field] ?? ''}
      error={errors[field]}
      onChange={(event) => onChange(field, event.currentTarget.value)}
    />
  ));
}
