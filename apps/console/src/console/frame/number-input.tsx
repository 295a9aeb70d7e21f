import { TextInput, type TextInputProps } from '@mantine/core';
import type { NumberKind } from '../text/numbers.js';
import { useNumbers } from '../text/use-numbers.js';

interface Props extends Omit<TextInputProps, 'value' | 'ref' | 'onChange'> {
  readonly kind?: NumberKind;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A field for a number. It says that a text is no clear number, and its form is not sent then. */
export function NumberInput({ kind = 'amount', value, error, onText, ...input }: Props) {
  const { faultOf } = useNumbers();
  const fault = input.readOnly ? undefined : faultOf(value, kind);
  return (
    <TextInput
      {...input}
      ref={(field) => field?.setCustomValidity(fault ?? '')}
      inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
      value={value}
      error={fault ?? error}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
