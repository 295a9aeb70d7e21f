import { UsageFault } from '../faults.js';

/** Collects options like `--set field=value`. */
export function collectFields(text: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, field, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined) throw new UsageFault(`The option takes field=value, not '${text}'.`);
  return { ...all, [field]: value };
}

export const collect = (text: string, all: readonly string[]): readonly string[] => [...all, text];
