import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isScannedCode, type NumberKind } from '../../text/numbers.js';
import { useNumbers } from '../../text/use-numbers.js';

interface Props {
  /** The label stands above the field where there is no heading. */
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  /** The element with the words of the API about this field. */
  readonly faultId: string | undefined;
  readonly isReadOnly: boolean;
  readonly kind: NumberKind;
  readonly onNumber: (number: number) => void;
  /** A scanner has sent a code into a quantity. */
  readonly onCode: (code: string) => void;
  /** Enter and Escape lead back to the field for scans. */
  readonly onLeave: () => void;
}

/** A number of a line. It is taken when somebody leaves the field; a text that is none stays there. */
export function ValueField(props: Props) {
  const { label, name, value, unit, faultId, isReadOnly, kind, onNumber, onCode, onLeave } = props;
  const { read, ruleOf } = useNumbers();
  const [text, setText] = useState(value);
  const [isRefused, setRefused] = useState(false);
  const isGivenUp = useRef(false);
  const show = (text: string, isRefused = false) => {
    setText(text);
    setRefused(isRefused);
  };
  useEffect(() => show(value), [value]);
  const commit = () => {
    const typed = text.trim();
    const number = read(typed, kind);
    const isUnchanged = isGivenUp.current || typed === value;
    isGivenUp.current = false;
    if (isUnchanged) return show(value);
    const isCode = kind === 'whole' && isScannedCode(typed);
    if (!isCode && Number.isNaN(number)) return show(text, true);
    show(value);
    if (isCode) onCode(typed);
    else onNumber(number);
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
      {...(!isRefused && { 'aria-describedby': faultId })}
      inputMode={kind === 'whole' ? 'numeric' : 'decimal'}
      autoComplete="off"
      readOnly={isReadOnly}
      value={text}
      rightSection={unit}
      rightSectionWidth={unit ? '2.75rem' : undefined}
      rightSectionProps={{ 'aria-hidden': true, className: 'stock-unit' }}
      error={isRefused ? ruleOf(kind) : faultId !== undefined}
      onChange={(event) => show(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={press}
    />
  );
}
