import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../session/session.js';

export type ListName = 'items' | 'orders';
export type ViewSearch = Readonly<Record<string, unknown>>;

export interface View {
  readonly name: string;
  readonly search: ViewSearch;
}

export interface KeptViews {
  readonly views: readonly View[];
  /** The name of the view that the menu leads to. */
  readonly usual?: string | undefined;
}

const NONE: KeptViews = { views: [] };
const keyOf = (domain: string, list: ListName) => `stockbook-views/${domain}/${list}`;

/** The views that people of the account have saved in this browser. */
export function useKeptViews(list: ListName) {
  const { session } = useSession();
  return useLocalStorage<KeptViews>({
    key: keyOf(session?.domain ?? '', list),
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
}

export const isSameSearch = (one: object, other: object): boolean => textOf(one) === textOf(other);

/** The page of a list is no part of its view. */
const textOf = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && name !== 'page')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
