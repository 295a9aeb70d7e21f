import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { en } from './en.js';

export type TextName = keyof typeof en;
type Texts = Readonly<Record<TextName, string>>;

/** Texts of another language are loaded when somebody reads it. */
const LANGUAGES = {
  en: async () => en,
  vi: async () => (await import('./vi.js')).vi,
} satisfies Record<string, () => Promise<Texts>>;

export type Language = keyof typeof LANGUAGES;
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', vi: 'Tiếng Việt' };

const NAME = 'stockbook-language';

/** Returns the chosen language, or that of the browser. */
const preferred = (): Language => {
  const wanted = localStorage.getItem(NAME) ?? navigator.language;
  return wanted.startsWith('vi') ? 'vi' : 'en';
};

interface Reading {
  readonly language: Language;
  readonly texts: Texts;
  readonly setLanguage: (language: Language) => void;
}

const Context = createContext<Reading>({ language: 'en', texts: en, setLanguage: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(preferred);
  const [texts, setTexts] = useState<Texts>();
  useEffect(() => {
    let isCurrent = true;
    document.documentElement.lang = language;
    void LANGUAGES[language]().then((texts) => isCurrent && setTexts(texts));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  const choose = (language: Language) => {
    localStorage.setItem(NAME, language);
    setLanguage(language);
  };
  if (!texts) return null;
  return <Context value={{ language, texts, setLanguage: choose }}>{children}</Context>;
}

/** Gives a component its words: `t('pageOf', { page: 2, pages: 9 })`. */
export function useText() {
  const { language, texts, setLanguage } = useContext(Context);
  const t = (name: TextName, values: Readonly<Record<string, string | number>> = {}): string =>
    texts[name].replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
  return { t, language, setLanguage };
}
