import { useMyself } from '../api/rights.js';
import { useText } from '../text/language.js';
import { NavigationLink } from './links.js';
import { sectionsOf } from './sections.js';
import { useKeptViews, type ViewSearch } from './views/kept-views.js';

/** Leads to what the user may read, or change where a section is for changes. A list opens with its usual view. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useText();
  const [items] = useKeptViews('items');
  const [orders] = useKeptViews('orders');
  const usual: Readonly<Record<string, ViewSearch | undefined>> = {
    '/items': items.views.find(({ name }) => name === items.usual)?.search,
    '/orders': orders.views.find(({ name }) => name === orders.usual)?.search,
  };
  return sectionsOf(useMyself()).map(({ to, text }) => (
    <NavigationLink
      key={to}
      to={to}
      search={usual[to] ?? {}}
      label={t(text)}
      onClick={onGo}
      style={{ borderRadius: 8 }}
      activeOptions={{ includeSearch: false }}
      activeProps={{ active: true }}
    />
  ));
}
