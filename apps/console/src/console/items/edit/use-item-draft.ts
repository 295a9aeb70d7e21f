import { notifications } from '@mantine/notifications';
import type { Item, ItemEdit } from '@stockbook/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { itemQueries, useItemChange } from '../../api/items.js';
import type { Difference } from '../../frame/conflict-dialog.js';
import { staleFault, wordsByField } from '../../server/failures.js';
import { useText } from '../../text/language.js';

/** The fields of a form as texts, so that somebody may type whatever they like. A missing one was removed. */
export type Values = Readonly<Record<string, string>>;

/** The part of an item that one form changes. */
export interface DraftedPart {
  readonly valuesOf: (item: Item) => Values;
  /** Returns the request that brings the item to these values. */
  readonly requestOf: (values: Values, item: Item) => ItemEdit;
  readonly labelOf: (field: string) => string;
  /** Returns the words for a value that is the id of a record. */
  readonly wordsFor?: (field: string, value: string) => string;
  /** Returns the field of the form that a field of the request came from. */
  readonly fieldOf?: (named: string, request: ItemEdit) => string;
}

export const differing = (values: Values, stored: Values): string[] =>
  [...new Set([...Object.keys(stored), ...Object.keys(values)])].filter((field) => values[field] !== stored[field]);

function changed({ ...values }: Values, field: string, value: string | undefined): Values {
  const { [field]: _, ...others } = values;
  return value === undefined ? others : { ...values, [field]: value };
}

/** Keeps what somebody makes of a part of an item until it is saved, and shows what somebody else has made of it. */
export function useItemDraft(
  shown: Item,
  { valuesOf, requestOf, labelOf, wordsFor = (_, value) => value, fieldOf = (named) => named }: DraftedPart,
) {
  const { t } = useText();
  const client = useQueryClient();
  const [item, setItem] = useState(shown);
  const [values, setValues] = useState(() => valuesOf(shown));
  const [errors, setErrors] = useState<Values>({});
  const [theirs, setTheirs] = useState<Item>();
  const { mutate, isPending } = useItemChange();
  const mine = differing(values, valuesOf(item));

  /** Shows what is stored. What somebody has typed since these values were taken stays. */
  const begin = (item: Item, taken = values) => {
    setItem(item);
    setTheirs(undefined);
    setValues((now) => differing(now, taken).reduce((kept, field) => changed(kept, field, now[field]), valuesOf(item)));
    setErrors({});
  };
  // Other forms of the page change other parts of the item, which are no conflict here.
  const isSamePart = (other: Item) => !differing(valuesOf(other), valuesOf(item)).length;
  // The page reads the item anew now and then; what somebody types stays.
  useEffect(() => {
    if (shown.revision === item.revision) return;
    if (!mine.length) begin(shown);
    else if (isSamePart(shown)) setItem(shown);
  });

  const readAnew = async () =>
    (await client.fetchQuery({ ...itemQueries.one(item.item_id), staleTime: 0 })) ?? undefined;
  const save = (over: Item = item) => {
    // A list is sent whole, so what the other has made of it is kept by way of the values.
    const merged = mine.reduce((merged, field) => changed(merged, field, values[field]), valuesOf(over));
    const fields = requestOf(over === item ? values : merged, over);
    setErrors({});
    mutate(
      { item: over, fields },
      {
        onSuccess: async () => {
          begin((await readAnew()) ?? item, values);
          notifications.show({ message: t('saved') });
        },
        onError: async (error) => {
          if (staleFault(error)) {
            const stored = await readAnew();
            return stored && isSamePart(stored) ? save(stored) : setTheirs(stored);
          }
          const words = Object.entries(wordsByField(error));
          setErrors(Object.fromEntries(words.map(([named, text]) => [fieldOf(named, fields), text])));
        },
      },
    );
  };
  const differences = (stored: Values): Difference[] =>
    [...new Set([...mine, ...differing(stored, valuesOf(item))])].map((field) => ({
      name: labelOf(field),
      theirs: wordsFor(field, stored[field] ?? ''),
      mine: wordsFor(field, (mine.includes(field) ? values[field] : stored[field]) ?? ''),
      isMine: mine.includes(field),
    }));
  const known = (field: string) => field in values || field in valuesOf(item);
  return {
    values,
    errors,
    isTouched: mine.length > 0,
    isPending,
    /** The words about no field that the form shows. */
    general: Object.entries(errors)
      .flatMap(([field, text]) => (known(field) ? [] : text))
      .join(' '),
    set: (field: string, value: string | undefined) => setValues((values) => changed(values, field, value)),
    save: () => save(),
    undo: () => begin(item),
    conflict: theirs && {
      differences: differences(valuesOf(theirs)),
      onTakeTheirs: () => begin(theirs),
      onSaveMine: () => {
        setTheirs(undefined);
        save(theirs);
      },
      onClose: () => setTheirs(undefined),
    },
  };
}

export type ItemDraft = ReturnType<typeof useItemDraft>;
