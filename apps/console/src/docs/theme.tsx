import { useEffect, useState } from 'react';

const NAME = 'stockbook-theme';
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? 'auto';

/** Switches between the light, the dark and the system's colours. */
export function ThemeButton() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(NAME, theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
  const names = { auto: 'System', light: 'Light', dark: 'Dark' };
  return (
    <button
      type="button"
      className="quiet theme"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${names[theme]}`}
    >
      <span aria-hidden="true">{{ auto: '◐', light: '☀', dark: '☾' }[theme]}</span>
    </button>
  );
}
