// Makes the entries of the search: each section of a guide, each resource and each operation with its fields.
import { contentsOf } from './contents.mjs';
import { guideBlocks } from './guides.mjs';
import { resourceOf } from './reference.mjs';

/** Words of other products for a resource. */
const ALSO = {
  'sale/credit_note': 'refund return',
  'inventory/item': 'product variant price',
  'inventory/location': 'warehouse store',
  'inventory/supplier': 'vendor',
  'extension/total/promotion': 'coupon voucher discount',
  'extension/module/tax': 'vat',
  'setting/user': 'login account secret',
  sign_in: 'login',
};

export function searchEntries(root) {
  const { guides, resources } = contentsOf(root);
  return [
    ...guides.flatMap((group) => group.guides).flatMap((guide) => sectionsOf(root, guide)),
    ...resources.flatMap((resource) => [
      {
        at: `reference/${resource.name}`,
        title: resource.name,
        of: 'Reference',
        text: resource.description,
        also: ALSO[resource.name],
      },
      ...operationsOf(root, resource),
    ]),
  ];
}

function sectionsOf(root, { slug, title }) {
  const sections = [{ at: `guides/${slug}`, title, of: 'Guide', words: [] }];
  for (const block of guideBlocks(root, slug)) {
    if (block.is === 'heading')
      sections.push({ at: `guides/${slug}#${block.id}`, title: wordsOf(block.text), of: title, words: [] });
    else sections.at(-1).words.push(wordsOf(block));
  }
  return sections.map(({ words, ...section }) => ({ ...section, text: words.join(' ') }));
}

/** Returns the texts of a block, without the names of its parts. */
function wordsOf(block) {
  if (typeof block === 'string') return block;
  if (Array.isArray(block)) {
    const [name, content] = block;
    const isInline = (block.length === 2 || block.length === 3) && ['code', 'strong', 'em', 'a'].includes(name);
    return isInline ? wordsOf(content) : block.map(wordsOf).join(' ');
  }
  const { text = '', items = [], head = [], rows = [], blocks = [] } = block;
  return [text, items, head, rows, blocks].map(wordsOf).filter(Boolean).join(' ');
}

function operationsOf(root, { name }) {
  const { operations, schemas } = resourceOf(root, name);
  return operations.map(({ path, summary, request, answer }) => {
    const fields = [...request, ...answer].flatMap((each) => schemas[each]);
    const names = [
      ...new Set(fields.flatMap((field) => [field.name, ...(schemas[field.of] ?? []).map((each) => each.name)])),
    ];
    return { at: `reference/${path}`, title: path, of: 'Operation', text: summary, fields: names.join(' ') };
  });
}
