import contents from 'content:contents';

export { contents };

const GROUPS: Readonly<Record<string, string>> = {
  sale: 'Sales',
  inventory: 'Inventory',
  extension: 'Promotions, taxes, invoices',
  integration: 'Channels and webhooks',
  setting: 'Settings and users',
  batch: 'For all',
  sign_in: 'For all',
};

/** The resources by the first part of their names, in the order of a shop's day. */
export const groups: readonly { readonly title: string; readonly resources: typeof contents.resources }[] = [
  ...new Set(Object.values(GROUPS)),
].map((title) => ({
  title,
  resources: contents.resources.filter(({ name }) => GROUPS[name.split('/')[0] ?? ''] === title),
}));

/** `inventory/purchase_order` is shown as `purchase order` below its group. */
export const shortName = (name: string): string => (name.split('/').at(-1) ?? name).replaceAll('_', ' ');

export const guides = contents.guides.flatMap((group) => group.guides);

export function titleOf(path: string): string {
  const guide = guides.find(({ slug }) => `guides/${slug}` === path);
  return guide?.title ?? path.replace(/^(reference|files)\//, '').replace(/^reference$/, 'Reference');
}
