import type { ChannelType } from './channel-type.js';

const EVERYWHERE = ['id', 'code', 'name', 'description', 'mode', 'environment', 'live', 'sandbox', 'enabled'];
const PLACES = ['country', 'region', 'language', 'currency', 'time_zone'];

const ofChannel = (...own: string[]): readonly string[] => [
  ...EVERYWHERE,
  ...PLACES,
  'location_id',
  'shop',
  'shops',
  ...own,
];

const CHANNELS: Readonly<Record<ChannelType, readonly string[]>> = {
  pos: ofChannel('register', 'receipt', 'header', 'footer'),
  shopee: ofChannel('shop_id', 'partner_id'),
  lazada: ofChannel('seller_id', 'short_code'),
  tiktok: ofChannel('shop_id', 'shop_code'),
  shopify: ofChannel('shop_domain', 'api_version'),
  woocommerce: ofChannel('shop_domain', 'api_version'),
};

const OTHERS = {
  'integration/profile': [...EVERYWHERE, ...PLACES, 'width', 'height', 'paper', 'copies', 'days_to_ship'],
  'integration/extension': [...EVERYWHERE, ...PLACES, 'terminal'],
  'extension/module/invoice': [...EVERYWHERE, ...PLACES, 'series', 'paper', 'header', 'footer'],
  'setting/payment_method': [...EVERYWHERE, ...PLACES, 'merchant', 'merchant_id', 'instructions', 'fee', 'surcharge'],
} as const;

export type ConfiguredResource = keyof typeof OTHERS | 'integration/channel';

const listed = new Map<string, ReadonlySet<string>>([
  ...Object.entries(OTHERS).map(([resource, names]) => [resource, new Set<string>(names)] as const),
  ...Object.entries(CHANNELS).map(([type, names]) => [`integration/channel ${type}`, new Set(names)] as const),
]);

/** All other fields are write-only, because a secret may have any name. */
export const shownFields = (resource: ConfiguredResource, type = ''): ReadonlySet<string> =>
  listed.get(resource) ?? listed.get(`${resource} ${type}`) ?? new Set();

const names = (fields: readonly string[]): string => fields.join(', ');

/** Returns the sentences of the API reference on the shown fields. */
export const shownDoc = (resource: ConfiguredResource): string =>
  resource === 'integration/channel'
    ? `Shown are, by the type of the channel: ${Object.entries(CHANNELS)
        .map(([type, fields]) => `${type}: ${names(fields)}`)
        .join('; ')}. All other fields are write-only and shown as ********.`
    : `Shown are ${names(OTHERS[resource])}. All other fields are write-only and shown as ********.`;
