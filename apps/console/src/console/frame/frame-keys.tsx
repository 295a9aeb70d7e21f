import { Button } from '@mantine/core';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useText } from '../text/language.js';
import { type Key, useKeyboard } from './keys/keys.js';

// Both are loaded when somebody asks for them first.
const Palette = lazyRouteComponent(() => import('./keys/palette.js'), 'Palette');
const HelpSheet = lazyRouteComponent(() => import('./keys/help-sheet.js'), 'HelpSheet');

/** The palette and the sheet of keys, by key and by button. */
export function FrameKeys() {
  const { t } = useText();
  const [hasPalette, setPalette] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openPalette = () => {
    setPalette(true);
    void import('./keys/palette.js').then((palette) => palette.openPalette());
  };
  const keys: readonly Key[] = [
    { key: 'mod+k', text: 'palette', run: openPalette },
    { key: '?', text: 'keysHelp', run: () => setHelpOpen(true) },
  ];
  useKeyboard(keys);
  return (
    <>
      <Button variant="default" size="xs" c="dimmed" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        {t('palette')}
      </Button>
      <Button variant="subtle" color="gray" size="xs" visibleFrom="sm" onClick={() => setHelpOpen(true)}>
        {t('keys')}
      </Button>
      <Suspense>
        {hasPalette && <Palette keys={keys} />}
        {isHelpOpen && <HelpSheet keys={keys} onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </>
  );
}
