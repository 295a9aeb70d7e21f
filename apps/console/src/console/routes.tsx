import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CONSOLE } from './server/server.js';
import { NotFound, RouteFailure, RouteLoading } from './frame/route-states.js';
import { Shell } from './frame/shell.js';
import { Start } from './frame/start.js';
import { readItemSearch } from './items/item-search.js';
import { readLedgerSearch } from './items/ledger-search.js';
import { readPriceSearch } from './items/prices/price-search.js';
import { readOrderSearch } from './orders/order-search.js';

const root = createRootRoute({ component: Shell });

const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });

const items = createRoute({
  getParentRoute: () => root,
  path: '/items',
  validateSearch: readItemSearch,
  component: lazyRouteComponent(() => import('./items/item-list-page.js'), 'ItemListPage'),
});

const item = createRoute({
  getParentRoute: () => root,
  path: '/items/$itemId',
  validateSearch: readLedgerSearch,
  component: lazyRouteComponent(() => import('./items/item-page.js'), 'ItemPage'),
});

const itemNew = createRoute({
  getParentRoute: () => root,
  path: '/items/new',
  component: lazyRouteComponent(() => import('./items/item-new-page.js'), 'ItemNewPage'),
});

const itemPrices = createRoute({
  getParentRoute: () => root,
  path: '/items/prices',
  validateSearch: readPriceSearch,
  component: lazyRouteComponent(() => import('./items/prices/prices-page.js'), 'PricesPage'),
});

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./orders/order-list-page.js'), 'OrderListPage'),
});

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./orders/order-page.js'), 'OrderPage'),
});

/** Each page is loaded when somebody goes there. */
export const router = createRouter({
  routeTree: root.addChildren([start, items, itemNew, itemPrices, item, orders, order]),
  basepath: CONSOLE,
  defaultPreload: 'intent',
  defaultPendingComponent: RouteLoading,
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
