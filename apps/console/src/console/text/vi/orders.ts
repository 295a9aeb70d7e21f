import type { orders as en } from '../en/orders.js';

export const orders: Readonly<Record<keyof typeof en, string>> = {
  searchOrders: 'Số đơn, tên, e-mail, điện thoại',
  allStatuses: 'Tất cả',
  order: 'Đơn',
  orderNumber: 'Đơn hàng {number}',
  channel: 'Kênh bán',
  ordered: 'Ngày đặt',
  lines: 'Dòng hàng',
  totals: 'Các khoản',
  payments: 'Thanh toán',
  history: 'Lịch sử',
  noHistory: 'Chưa có thay đổi.',
  lineDeducted: 'Đã xuất kho',
  lineShort: '{deducted} trên {quantity}',
  lineWaiting: 'Đang chờ',
};
