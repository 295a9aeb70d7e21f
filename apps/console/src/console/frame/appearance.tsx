import { createTheme, MantineProvider, type MantineColorsTuple } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { useText } from '../text/language.js';
import './styles.js';

/** The server allows the styles of this page by it, and no others. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library that holds the scroll of a page behind a dialog writes a style too.
setNonce(nonce);

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d7f5ef',
  '#aee9df',
  '#7ddacb',
  '#4cc4b3',
  '#2aa597',
  '#17857a',
  '#0f6f67',
  '#0e5a54',
  '#0c4742',
];

const theme = createTheme({
  colors: { teal },
  primaryColor: 'teal',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '650' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

/** Gives the page its colours and its messages. */
export function Appearance({ children }: { readonly children: ReactNode }) {
  const { t } = useText();
  const components = {
    // The placeholder is no item, and a menu may have nothing else.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Messages and dialogs close by this button, which has no name of its own.
    CloseButton: { defaultProps: { 'aria-label': t('close') } },
  };
  return (
    <MantineProvider theme={{ ...theme, components }} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="bottom-right" />
      {children}
    </MantineProvider>
  );
}
