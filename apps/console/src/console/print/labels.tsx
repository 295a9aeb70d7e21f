import { useSuspenseQuery } from '@tanstack/react-query';
import type { Item } from '@stockbook/client';
import { useFormat } from '../api/format.js';
import { printQueries } from '../api/printing.js';
import { useText } from '../text/language.js';
import { CodeImage } from './code-image.js';
import { pictureOf } from './codes.js';
import { A4_SHEET, usePageSize } from './page-size.js';
import { idsOf, MOST_COPIES, type PrintSearch } from './print-search.js';

const ROLL = { width_mm: 57, height_mm: 32 };
const LABELS_ON_A4 = 24;

/** Labels on a roll of 57 x 32 mm, or on sheets with 3 x 8 labels of 70 x 37 mm. */
export function Labels({ search }: { readonly search: PrintSearch }) {
  const { data: items } = useSuspenseQuery(printQueries.labels(idsOf(search)));
  const isRoll = search.paper !== 'a4';
  usePageSize(isRoll ? ROLL : A4_SHEET);
  const copies = Math.min(search.copies ?? 1, MOST_COPIES);
  const labels = items.flatMap((item) => Array.from({ length: copies }, () => item));
  if (isRoll)
    return labels.map((item, place) => (
      <div key={place} className="paper label-roll">
        <Label item={item} search={search} />
      </div>
    ));
  // A sheet that was begun has empty places.
  const places = [...Array.from({ length: Math.min(search.skip ?? 0, LABELS_ON_A4 - 1) }, () => undefined), ...labels];
  const sheets = Math.ceil(places.length / LABELS_ON_A4);
  return Array.from({ length: sheets }, (_, sheet) => (
    <div key={sheet} className="paper label-sheet">
      {places.slice(sheet * LABELS_ON_A4, (sheet + 1) * LABELS_ON_A4).map((item, place) => (
        <div key={place} className="label-place">
          {item && <Label item={item} search={search} />}
        </div>
      ))}
    </div>
  ));
}

function Label({ item, search: { code = 'auto' } }: { readonly item: Item; readonly search: PrintSearch }) {
  const { t } = useText();
  const { money } = useFormat();
  const { text, picture } = codeOf(item, code);
  return (
    <div className={picture?.isSquare ? 'label label-square' : 'label'}>
      <div className="label-name">{item.name}</div>
      {picture ? (
        <CodeImage picture={picture} label={text} />
      ) : (
        <div className="label-none">{t(code === 'ean' ? 'printNoEan' : 'printNoCode')}</div>
      )}
      <div className="label-foot">
        <span>{text}</span>
        <b>{money(item.price)}</b>
      </div>
    </div>
  );
}

/** Takes the first text of the item that the chosen kind of code can hold. */
function codeOf(item: Item, code: NonNullable<PrintSearch['code']>) {
  const texts = [item.barcode, item.gtin, item.sku, item.model].filter(Boolean);
  for (const text of texts) {
    const picture = pictureOf(text, code);
    if (picture) return { text, picture };
  }
  return { text: texts[0] ?? '', picture: undefined };
}
