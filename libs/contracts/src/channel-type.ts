export const channelTypes = ['pos', 'shopee', 'lazada', 'tiktok', 'shopify', 'woocommerce'] as const;
export type ChannelType = (typeof channelTypes)[number];
