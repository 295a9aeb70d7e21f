import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface Props {
  /** The label stands above the field where there is no heading. */
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  /** The element with the words of the API about this field. */
  readonly faultId: string | undefined;
  readonly isReadOnly: boolean;
  readonly inputMode: 'numeric' | 'decimal';
  readonly onValue: (text: string) => void;
  /** Enter and Escape lead back to the field for scans. */
  readonly onLeave: () => void;
}

/** A number of a line. It is taken when somebody leaves the field. */
export function ValueField({ label, name, value, unit, faultId, isReadOnly, inputMode, onValue, onLeave }: Props) {
  const [text, setText] = useState(value);
  const isGivenUp = useRef(false);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (!isGivenUp.current && text.trim() !== value) onValue(text.trim());
    isGivenUp.current = false;
    setText(value);
  };
  const press = ({ key, currentTarget }: React.KeyboardEvent<HTMLInputElement>) => {
    if (key !== 'Enter' && key !== 'Escape') return;
    isGivenUp.current = key === 'Escape';
    currentTarget.blur();
    onLeave();
  };
  return (
    <TextInput
      className="stock-value"
      label={label}
      aria-label={name}
      aria-describedby={faultId}
      inputMode={inputMode}
      autoComplete="off"
      readOnly={isReadOnly}
      value={text}
      rightSection={unit}
      rightSectionWidth={unit ? '2.75rem' : undefined}
      rightSectionProps={{ 'aria-hidden': true, className: 'stock-unit' }}
      error={faultId !== undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={press}
    />
  );
}
