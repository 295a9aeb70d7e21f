import { useMyself } from '../api/rights.js';
import { useText } from '../text/language.js';
import { NavigationLink } from './links.js';
import { SECTIONS } from './sections.js';

/** Leads to what the user may read. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useText();
  const { mayRead } = useMyself();
  return SECTIONS.filter(({ resource }) => mayRead(resource)).map(({ to, text }) => (
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
