// Dependencies point inward: lambdas → app → core; adapters → app's interfaces and core. docs/ARCHITECTURE.md says why.
// Packages a layer may use are listed, so that a framework can't slip into the core.

/** Modules of the core that refuse, decide or compose a report. Their types are facts and outcomes, which an adapter may load and write. */
const DECISIONS = [
  '^core/report/(?!workbook-sheet)',
  '^core/(dispute|identity|month|upload)/',
  '^core/.*(decide|judge)-',
  '^core/policies/(compare-policies|policy-finding)\\.ts$',
  '^core/scoring/(rate-bounds|score-period|score-member|find-signals|estimate-rates)\\.ts$',
  '^core/agent-pay/(compose-run|divide-lines|settle-agent|pay-setup)\\.ts$',
  '^core/storage-quota\\.ts$',
];

/**
 * The modules of app, from the bottom up: each may use those before it. `platform` has what every subject needs of the machine, `reading`
 * the functions on the bytes of a file, `book` the processing of a statement.
 */
const APP_ORDER = [
  ...[
    'platform',
    'accounts',
    'people',
    'agents',
    'webhooks',
    'reads',
    'reading',
    'carriers',
    'disputes',
    'files',
    'jobs',
    'book',
  ],
  ...['rates', 'carrier-events', 'months', 'agent-pay', 'policies', 'members', 'intake', 'saved-reports', 'operations'],
];

export default {
  forbidden: [
    ...APP_ORDER.slice(0, -1).map((module, at) => ({
      name: 'app-modules-in-order',
      comment: 'A module of app uses modules below it, so that one can read them from the bottom up.',
      severity: 'error',
      from: { path: `^app/${module}/` },
      to: { path: `^app/(${APP_ORDER.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'app-modules-are-drawn',
      comment: 'A new module of app gets its place in the order.',
      severity: 'error',
      from: { path: '^app/', pathNot: `^app/(${APP_ORDER.join('|')})/` },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment:
        'core computes: no I/O, no framework. zod reads configurations, re2js matches their patterns, numfmt shows numbers as a spreadsheet does, node:crypto hashes.',
      severity: 'error',
      from: { path: '^core/' },
      to: { pathNot: ['^core/', '^node_modules/(zod|re2js|numfmt)/', '^(node:)?crypto$'] },
    },
    {
      name: 'app-knows-interfaces-only',
      comment: 'Use cases reach the outside through interfaces of app/.',
      severity: 'error',
      from: { path: '^app/' },
      to: { pathNot: ['^(core|app)/', '^node_modules/zod/', '^(node:)?crypto$'] },
    },
    {
      name: 'adapters-know-no-trigger',
      comment: 'An adapter serves whoever composes it.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^(lambdas|server|lib|bin|demo|test)/' },
    },
    {
      name: 'adapters-call-no-use-case',
      comment: 'An adapter implements an interface of app. It takes types from there and calls nothing.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^app/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-decide-nothing',
      comment:
        'An adapter loads facts and writes outcomes. The use case decides between the two, and composes reports.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: DECISIONS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-make-no-refusal',
      comment:
        'A store returns a refusal of core/refuse.ts for what its statement finds. The code and the words of a refusal are not its own.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^core/refuse\\.ts$' },
    },
    {
      name: 'triggers-do-no-work',
      comment: 'Only the composition root (lambdas/runtime) knows adapters; triggers get what they need handed in.',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/runtime/' },
      to: { path: ['^(adapters|server|demo|test)/', '^node_modules/(postgres|@aws-sdk)/'] },
    },
    {
      name: 'nothing-deployed-needs-one-machine',
      comment: 'server, demo and test may use everything; nothing uses them.',
      severity: 'error',
      from: { path: '^(core|app|adapters|lambdas|lib|bin)/' },
      to: { path: '^(server|demo|test|measure|scripts|client|cli)/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client runs in browsers and in programs of others: it knows the API and nothing of the service.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/dist/' },
      to: { pathNot: ['^client/', '^node_modules/openapi-fetch/'] },
    },
    {
      name: 'command-line-uses-the-client',
      comment: 'The command line does what any program can do with the client.',
      severity: 'error',
      from: { path: '^cli/' },
      to: { path: '^(core|app|adapters|lambdas|lib|bin|server|demo|test|measure|scripts|schema|console)/' },
    },
    {
      name: 'console-knows-the-client-only',
      comment: 'The console runs in browsers. It reaches the service through the client, over HTTP.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(core|app|adapters|lambdas|server|lib|bin|schema|demo|test|measure|scripts)/' },
    },
    {
      name: 'infrastructure-knows-limits-only',
      comment:
        'The templates take their numbers and the headers of pages from the same place as the code, and nothing else.',
      severity: 'error',
      from: { path: '^(lib|bin)/' },
      to: { path: '^(core/(?!limits/|page-headers\\.ts$)|(app|adapters|lambdas)/)' },
    },
    {
      name: 'only-deployed-functions-are-traced',
      comment:
        'The library of traces follows each promise of its process, which would slow the service on one machine.',
      severity: 'error',
      from: { pathNot: '^lambdas/(entry/|runtime/(deployed-function|telemetry)\\.ts$)' },
      to: { path: '^lambdas/runtime/(deployed-function|telemetry)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one thing in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  required: [
    {
      name: 'routes-call-use-cases',
      comment: 'A route module translates requests for a use case of app.',
      severity: 'error',
      module: { path: '^lambdas/http/routes/' },
      to: { path: '^app/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
