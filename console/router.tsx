import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { LoadingNotice, ScreenFailed } from './parts/problem-notice.tsx';
import { HomeScreen, MonthScreen } from './screens/home.tsx';
import { SignedIn, UnknownPage } from './shell/shell.tsx';

const PAGE_MAX = 10_000;

/**
 * Screens load their code when they are opened, so that the first view stays small. The home screen is the first view; the screen of a
 * month is made of the same parts.
 */
const rootRoute = createRootRoute();

/** The number of a page in a list. Any other text in its place is the first page. */
const pageNumber = z.catch(
  z.optional(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(PAGE_MAX))),
  undefined,
);

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({
    to: z.optional(z.string()),
    token: z.optional(z.string()),
    ask: z.optional(z.string()),
    refused: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./screens/sign-in.tsx'), 'SignInScreen'),
});

/** A month as `YYYY-MM`. Other text in the address is as if it were not there. */
const aMonth = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

const signedInRoute = createRoute({ getParentRoute: () => rootRoute, id: 'signed-in', component: SignedIn });
const below = { getParentRoute: () => signedInRoute } as const;

const homeRoute = createRoute({
  ...below,
  path: '/',
  component: HomeScreen,
});
const dropRoute = createRoute({
  ...below,
  path: '/drop',
  component: lazyRouteComponent(() => import('./screens/drop.tsx'), 'DropScreen'),
});
const layoutRoute = createRoute({
  ...below,
  path: '/layout/$draft',
  component: lazyRouteComponent(() => import('./screens/layout.tsx'), 'LayoutScreen'),
});
const monthRoute = createRoute({
  ...below,
  path: '/months/$period',
  component: MonthScreen,
});
const statementsRoute = createRoute({
  ...below,
  path: '/statements',
  validateSearch: z.object({
    to: z.catch(z.optional(aMonth), undefined),
    carrierId: z.catch(z.optional(z.string()), undefined),
    month: z.catch(z.optional(aMonth), undefined),
    workspaceId: z.catch(z.optional(z.string()), undefined),
  }),
  component: lazyRouteComponent(() => import('./screens/statements.tsx'), 'StatementsScreen'),
});
const changesRoute = createRoute({
  ...below,
  path: '/changes',
  validateSearch: z.object({
    period: z.optional(z.string()),
    kind: z.optional(z.string()),
    carrierId: z.optional(z.string()),
    agent: z.optional(z.string()),
    q: z.optional(z.string()),
    eventId: z.optional(z.string()),
    group: z.optional(z.string()),
    sort: z.optional(z.string()),
    open: z.optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./screens/changes.tsx'), 'ChangesScreen'),
});
const membersRoute = createRoute({
  ...below,
  path: '/members',
  validateSearch: z.object({
    q: z.optional(z.string()),
    carrierId: z.optional(z.string()),
    agent: z.optional(z.string()),
    plan: z.optional(z.string()),
    show: z.optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./screens/members.tsx'), 'MembersScreen'),
});
const importContactsRoute = createRoute({
  ...below,
  path: '/members/import',
  component: lazyRouteComponent(() => import('./screens/import-contacts.tsx'), 'ImportContactsScreen'),
});
const memberRoute = createRoute({
  ...below,
  path: '/members/$id',
  component: lazyRouteComponent(() => import('./screens/member.tsx'), 'MemberScreen'),
});
const askRoute = createRoute({
  ...below,
  path: '/ask',
  validateSearch: z.object({
    tab: z.optional(z.string()),
    /** How sure the shown claims are. */
    sure: z.optional(z.string()),
    period: z.optional(z.string()),
    carrierId: z.optional(z.string()),
    /** Ids of members with commas between them. */
    members: z.optional(z.string()),
    open: z.optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./screens/ask.tsx'), 'AskScreen'),
});
const agentsRoute = createRoute({
  ...below,
  path: '/agents',
  validateSearch: z.object({ open: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./screens/agents.tsx'), 'AgentsScreen'),
});
const agentPayRoute = createRoute({
  ...below,
  path: '/agents/$agentId/pay',
  component: lazyRouteComponent(() => import('./screens/agent-pay.tsx'), 'AgentPayScreen'),
});
const myPayRoute = createRoute({
  ...below,
  path: '/my-pay',
  component: lazyRouteComponent(() => import('./screens/agent-pay.tsx'), 'MyPayScreen'),
});
const payRoute = createRoute({
  ...below,
  path: '/pay',
  component: lazyRouteComponent(() => import('./screens/pay.tsx'), 'PayScreen'),
});
const payRunRoute = createRoute({
  ...below,
  path: '/pay/$runId',
  validateSearch: z.object({ open: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./screens/pay-run.tsx'), 'PayRunScreen'),
});
const paySetupRoute = createRoute({
  ...below,
  path: '/pay/setup',
  validateSearch: z.object({ plan: z.optional(z.string()), agent: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./screens/pay-setup.tsx'), 'PaySetupScreen'),
});
const importPaySheetRoute = createRoute({
  ...below,
  path: '/pay/setup/import',
  component: lazyRouteComponent(() => import('./screens/import-pay-sheet.tsx'), 'ImportPaySheetScreen'),
});
const ratesRoute = createRoute({
  ...below,
  path: '/rates',
  validateSearch: z.object({ carrierId: z.optional(z.string()), page: pageNumber }),
  component: lazyRouteComponent(() => import('./screens/rates.tsx'), 'RatesScreen'),
});
const reportsRoute = createRoute({
  ...below,
  path: '/reports',
  validateSearch: z.object({
    tab: z.optional(z.string()),
    year: z.catch(z.optional(z.coerce.number().check(z.multipleOf(1), z.minimum(2000), z.maximum(2100))), undefined),
    by: z.optional(z.string()),
  }),
  component: lazyRouteComponent(() => import('./screens/reports.tsx'), 'ReportsScreen'),
});
/** An earlier address of a part of the settings, which people may have kept. */
const byItselfRoute = createRoute({
  ...below,
  path: '/by-itself',
  beforeLoad: () => {
    throw redirect({ to: '/settings', search: { tab: 'incoming' } });
  },
});
const settingsRoute = createRoute({
  ...below,
  path: '/settings',
  validateSearch: z.object({ tab: z.optional(z.string()) }),
  component: lazyRouteComponent(() => import('./screens/settings.tsx'), 'SettingsScreen'),
});

const unknownRoute = createRoute({ ...below, path: '$', component: UnknownPage });

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  component: lazyRouteComponent(() => import('./screens/operator.tsx'), 'OperatorScreen'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  operatorRoute,
  signedInRoute.addChildren([
    homeRoute,
    dropRoute,
    layoutRoute,
    monthRoute,
    statementsRoute,
    changesRoute,
    membersRoute,
    importContactsRoute,
    memberRoute,
    askRoute,
    agentsRoute,
    agentPayRoute,
    myPayRoute,
    payRoute,
    payRunRoute,
    paySetupRoute,
    importPaySheetRoute,
    ratesRoute,
    reportsRoute,
    byItselfRoute,
    settingsRoute,
    unknownRoute,
  ]),
]);

/**
 * Writes the values of an address as plain text. The router's own form reads a text such as 123 as a number, which no screen expects, and
 * which loses digits of a long one.
 */
function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const set = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Makes the router. The base path is `/`, or the path under which a proxy serves the service. */
export function createConsoleRouter(basePath: string) {
  return createRouter({
    routeTree,
    basepath: basePath,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingNotice,
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
