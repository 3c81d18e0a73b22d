import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { BASE } from './api/client.ts';
import { sessionQuery } from './api/session.ts';
import { Frame } from './frame/frame.tsx';
import { LoginPage } from './frame/login-page.tsx';
import { PLACES, type Place } from './frame/places.ts';
import { EmptyState, ErrorNote, SkeletonRows } from './parts/feedback.tsx';

interface Context {
  queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

/** Whether the address is a one-time link, which replaces the session. */
const isLink = (): boolean => location.hash.startsWith('#link=');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ back }: Record<string, unknown>) =>
    (typeof back === 'string' ? { back } : {}) as { back?: string },
  component: function Login() {
    const { back } = login.useSearch();
    return <LoginPage {...(back !== undefined && { back })} />;
  },
});

/** All pages that need a login. */
const framed = createRoute({
  getParentRoute: () => root,
  id: 'framed',
  beforeLoad: async ({ context, location: { href } }) => {
    const session = isLink() ? null : await context.queries.ensureQueryData(sessionQuery);
    if (!session) {
      throw redirect({
        to: '/login',
        search: isLink() || href === '/' ? {} : { back: href },
        ...(location.hash !== '' && { hash: location.hash.slice(1) }),
      });
    }
  },
  component: Frame,
});

const home = createRoute({
  getParentRoute: () => framed,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox' });
  },
});

/** The search parameters belong to the pages, which read them by `useSearch({ strict: false })`. */
const pages = PLACES.map(({ path, load }: Place) =>
  createRoute({
    getParentRoute: () => framed,
    path,
    validateSearch: (search: Record<string, unknown>) => search,
    component: lazyRouteComponent(load),
  }),
);

/** An address without a page keeps the header and the navigation. */
const unknown = createRoute({
  getParentRoute: () => framed,
  path: '$',
  component: () => <EmptyState title="There is no such page">Choose a page of the navigation.</EmptyState>,
});

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([login, framed.addChildren([home, ...pages, unknown])]),
    basepath: new URL(BASE).pathname,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <SkeletonRows />,
    defaultErrorComponent: ({ error, reset }) => <ErrorNote error={error} retry={reset} />,
  });
}
