import { useMyself } from '../api/rights.js';
import { useText } from '../text/language.js';
import { NavigationLink } from './links.js';
import { sectionsOf } from './sections.js';

/** Leads to what the user may read, or change where a section is for changes. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useText();
  return sectionsOf(useMyself()).map(({ to, text }) => (
    <NavigationLink
      key={to}
      to={to}
      label={t(text)}
      onClick={onGo}
      style={{ borderRadius: 8 }}
      activeProps={{ active: true }}
    />
  ));
}
