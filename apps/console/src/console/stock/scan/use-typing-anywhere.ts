import { type RefObject, useEffect } from 'react';

const BEGINS_CODE = /^[\p{L}\p{N}]$/u;
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Leads a scan to this field while no other has the focus. */
export function useTypingAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !BEGINS_CODE.test(key)) return;
      if (target instanceof Element && target.closest(TAKES_KEYS)) return;
      field.current?.focus();
    };
    addEventListener('keydown', lead);
    return () => removeEventListener('keydown', lead);
  }, [field]);
}
