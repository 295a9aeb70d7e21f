import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMyself } from '../api/rights.js';
import { lock, switchUser } from '../session/idle-lock.js';
import { endSession, type SignedIn } from '../session/session.js';
import { type Language, languageNames, useText } from '../text/language.js';

const SCHEMES = ['auto', 'light', 'dark'] as const;
const SCHEME_TEXTS = { auto: 'schemeAuto', light: 'schemeLight', dark: 'schemeDark' } as const;

/** The user, the appearance and the language, and the ways out. */
export function UserMenu({ session }: { readonly session: SignedIn }) {
  const { t, language, setLanguage } = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { username, company } = useMyself();
  const locking = useMutation({ mutationFn: (leave: typeof lock) => leave(session) });
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="sm" aria-label={t('userMenu', { user: username })}>
          {username}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{company.name}</Menu.Label>
        <Menu.Label>{t('colours')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Chosen key={scheme} isChosen={scheme === colorScheme} onClick={() => setColorScheme(scheme)}>
            {t(SCHEME_TEXTS[scheme])}
          </Chosen>
        ))}
        <Menu.Label>{t('language')}</Menu.Label>
        {(Object.keys(languageNames) as Language[]).map((name) => (
          <Chosen key={name} isChosen={name === language} onClick={() => setLanguage(name)}>
            {languageNames[name]}
          </Chosen>
        ))}
        <Menu.Divider />
        {session.hasPin && <Menu.Item onClick={() => locking.mutate(lock)}>{t('lock')}</Menu.Item>}
        {session.hasPin && session.isKept && (
          <Menu.Item onClick={() => locking.mutate(switchUser)}>{t('tillSwitch')}</Menu.Item>
        )}
        <Menu.Item onClick={() => void endSession('left')}>{t('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChosenProps {
  readonly isChosen: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

const Chosen = ({ isChosen, onClick, children }: ChosenProps) => (
  <Menu.Item
    role="menuitemradio"
    aria-checked={isChosen}
    onClick={onClick}
    rightSection={isChosen && <span aria-hidden="true">✓</span>}
  >
    {children}
  </Menu.Item>
);
