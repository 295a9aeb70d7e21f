import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useIdleLock } from '../session/idle-lock.js';
import { type SignedIn, useSession } from '../session/session.js';
import { useText } from '../text/language.js';
import { FrameKeys } from './frame-keys.js';
import { Navigation } from './navigation.js';
import { RouteLoading } from './route-states.js';

/** The first page is painted before the menu, whose parts are large. */
const UserMenu = lazy(() => import('./user-menu.js').then(({ UserMenu }) => ({ default: UserMenu })));

export function Shell() {
  const { session } = useSession();
  return <Suspense fallback={<RouteLoading />}>{session && <SignedInShell session={session} />}</Suspense>;
}

function SignedInShell({ session }: { readonly session: SignedIn }) {
  const { t } = useText();
  const [isOpen, { toggle, close }] = useDisclosure();
  useIdleLock(session);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} />
            <Text fw={700}>Stockbook</Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <FrameKeys />
            <Suspense>
              <UserMenu session={session} />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('menu')}>
        <Navigation onGo={close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <div className="page">
          <Suspense fallback={<RouteLoading />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
