import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TextName } from '../../text/language.js';

export interface Key {
  /** The sign that is typed, or `f2`; `mod+k` is Ctrl or Cmd with K. */
  readonly key: string;
  readonly text: TextName;
  readonly run: () => void;
}

interface Group {
  keys: readonly Key[];
}

const FIELDS = 'input, textarea, select, [contenteditable], [role="textbox"]';
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
const OFF = 'stockbook-single-keys-off';

let groups: readonly Group[] = [];
const listeners = new Set<() => void>();

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function become(next: readonly Group[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

/** Some people speak to their computer, which then types single signs. They turn them off. */
export const areSingleKeysOn = (): boolean => !localStorage.getItem(OFF);
export function turnSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

/** Gives the keys to the page for as long as the component is there. */
export function useKeys(keys: readonly Key[]): void {
  const { current: group } = useRef<Group>({ keys });
  useEffect(() => {
    group.keys = keys;
  });
  useEffect(() => {
    become([...groups, group]);
    return () => become(groups.filter((each) => each !== group));
  }, [group]);
}

/** Returns the keys of the page that is shown. */
export const usePageKeys = (): readonly Key[] => useSyncExternalStore(listen, () => groups).flatMap(({ keys }) => keys);

/** Listens for all pages. The keys of the frame work on each of them. */
export function useKeyboard(frameKeys: readonly Key[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || event.isComposing || event.repeat) return;
      const isTyped = !isCommand && !/^F\d/.test(event.key);
      if (isTyped && (isBusy(event) || !areSingleKeysOn())) return;
      const pressed = (isCommand ? 'mod+' : '') + event.key.toLowerCase();
      const known = [...groups.flatMap(({ keys }) => keys), ...frameKeys].find(({ key }) => key === pressed);
      if (!known) return;
      event.preventDefault();
      if (!isCovered()) known.run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

const isBusy = ({ target }: KeyboardEvent): boolean =>
  (target instanceof Element && Boolean(target.closest(`${FIELDS}, ${LAYERS}`))) || isCovered();

/** An open dialog hides the page, which then takes no keys. */
const isCovered = (): boolean => Boolean(document.querySelector('[role="dialog"]'));
