import { Fieldset, Stack, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Fieldset.css';
import type { Item, ItemEdit, Language } from '@stockbook/client';
import { useQuery } from '@tanstack/react-query';
import { useMyself } from '../../api/rights.js';
import { settingQueries } from '../../api/settings.js';
import { useText } from '../../text/language.js';
import { DraftForm } from '../edit/draft-form.js';
import { useItemDraft, type Values } from '../edit/use-item-draft.js';

const PARTS = ['name', 'description'] as const;
const PART_TEXTS = { name: 'name', description: 'itemDescription' } as const;
/** The text of the item itself is in the language of the company. */
const OWN = 'description';

interface Props {
  readonly item: Item;
}

/** The description of an item, and its name and description in each other language of the account. */
export function Translations({ item }: Props) {
  const { mayRead } = useMyself();
  const { data } = useQuery({ ...settingQueries.languages(), enabled: mayRead('setting/language') });
  return data && <TranslationForm item={item} languages={data} />;
}

function TranslationForm({ item, languages }: Props & { readonly languages: readonly Language[] }) {
  const { t } = useText();
  const { company, mayChange } = useMyself();
  const others = languages.filter(
    ({ code, status, language_id }) =>
      code !== company.language && (status || item.translations.some((each) => each.language_id === language_id)),
  );
  const draft = useItemDraft(item, {
    valuesOf: (item) => valuesOf(item, others),
    requestOf,
    labelOf: (field) => {
      const language = languages.find(({ language_id }) => field.startsWith(`${language_id}.`));
      return [language?.name, field.endsWith('.name') ? t('name') : t('itemDescription')].filter(Boolean).join(', ');
    },
    fieldOf: (named, { translations = [] }) => {
      const [, place = '', part = ''] = /^translations\[(\d+)\]\.(\w+)$/.exec(named) ?? [];
      return part ? `${translations[Number(place)]?.language_id}.${part}` : named;
    },
  });
  const input = (field: string, part: (typeof PARTS)[number]) => {
    const Input = part === 'name' ? TextInput : Textarea;
    return (
      <Input
        key={field}
        label={t(PART_TEXTS[part])}
        readOnly={!mayChange('inventory/item')}
        value={draft.values[field] ?? ''}
        error={draft.errors[field]}
        onChange={(event) => draft.set(field, event.currentTarget.value)}
        {...(part === 'description' && { rows: 3, description: field === OWN && t('itemHtml') })}
      />
    );
  };
  return (
    <DraftForm draft={draft}>
      <Stack gap="sm">
        {input(OWN, 'description')}
        {others.map(({ language_id, name, locale, code }) => (
          <Fieldset key={language_id} legend={name} lang={locale || code}>
            <Stack gap="xs">{PARTS.map((part) => input(`${language_id}.${part}`, part))}</Stack>
          </Fieldset>
        ))}
      </Stack>
    </DraftForm>
  );
}

const valuesOf = ({ description, translations }: Item, languages: readonly Language[]): Values => {
  const values: Record<string, string> = { [OWN]: description };
  for (const { language_id } of languages) {
    const stored = translations.find((each) => each.language_id === language_id);
    for (const part of PARTS) values[`${language_id}.${part}`] = stored?.[part] ?? '';
  }
  return values;
};

/** The API takes all translations at once. Those that are empty are left out. */
function requestOf(values: Values, { description, translations }: Item): ItemEdit {
  const ids = new Set([...translations.map(({ language_id }) => language_id), ...languageIdsIn(values)]);
  const given = [...ids].map((language_id) => {
    const stored = translations.find((each) => each.language_id === language_id);
    const name = values[`${language_id}.name`] ?? stored?.name ?? '';
    const text = values[`${language_id}.description`] ?? stored?.description ?? '';
    // The plain text follows a description that has changed.
    const plain = text === stored?.description && { plain_description: stored.plain_description };
    return { language_id, name, description: text, ...plain };
  });
  const own = values[OWN] ?? '';
  return {
    ...(own !== description && { description: own }),
    translations: given.filter(({ name, description }) => name || description),
  };
}

const languageIdsIn = (values: Values): number[] =>
  Object.keys(values).flatMap((field) => Number(/^(\d+)\./.exec(field)?.[1] ?? NaN) || []);
