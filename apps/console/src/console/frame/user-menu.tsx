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
  const locking = useMutation({
    networkMode: 'always',
    mutationFn: (leave: typeof switchUser) => leave(session),
  });
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
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={scheme === colorScheme}
            onChange={() => setColorScheme(scheme)}
          >
            {t(SCHEME_TEXTS[scheme])}
          </Menu.RadioItem>
        ))}
        <Menu.Label>{t('language')}</Menu.Label>
        {(Object.keys(languageNames) as Language[]).map((name) => (
          <Menu.RadioItem key={name} value={name} checked={name === language} onChange={() => setLanguage(name)}>
            {languageNames[name]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        {session.hasPin && (
          <Menu.Item closeMenuOnClick onClick={() => locking.mutate(lock)}>
            {t('lock')}
          </Menu.Item>
        )}
        {session.hasPin && session.isKept && (
          <Menu.Item onClick={() => locking.mutate(switchUser)}>{t('tillSwitch')}</Menu.Item>
        )}
        <Menu.Item onClick={() => void endSession('left')}>{t('signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
