import fs from 'node:fs'
import path from 'node:path'
import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * The import rules: a folder imports only from folders before it in its list, so circles of folders are impossible. Each
 * rule says why. docs/architecture.md has the picture.
 */
const FOLDER_ORDER: Record<string, readonly string[]> = {
  'shared/platform': [
    'settings',
    'log',
    'database',
    'process',
    'queues',
    'storage',
    'mail',
    'metrics',
    'push',
    'carriers',
  ],
  'shared/domain': [
    'audit',
    'records',
    'places',
    'qr',
    'outbox',
    'messages',
    'synthetic',
    'people',
    'stickers',
    'subscribers',
    'alerts',
    'registry',
    'on-call',
    'dispatch',
    'handover',
    'scan',
    'call-centre',
    'delivery',
    'sales',
    'operations',
  ],
  'shared/domain/records': ['tallies', 'files', 'lists'],
  'shared/domain/people': ['users', 'otp', 'sessions', 'second-factor', 'consent', 'login', 'account', 'staff'],
  'shared/domain/stickers': ['coupons', 'labels', 'bulk-jobs'],
  'shared/domain/subscribers': ['contacts', 'plans', 'enrolment', 'profile'],
  'shared/domain/on-call': ['rota', 'consoles', 'push'],
  'shared/domain/sales': ['creator-coupons', 'chain', 'stock'],
  'shared/domain/operations': ['audit', 'retention', 'overview', 'synthetic', 'keys', 'data-rights', 'restore', 'demo'],
  server: ['live', 'context', 'trpc', 'rest', 'pages', 'routers'],
  'web/src': ['lib', 'components', 'features', 'app'],
  'web/src/features': [
    'legal',
    'landing',
    'audit',
    'reports',
    'ops',
    'data-rights',
    'accounts',
    'registry',
    'alerts',
    'on-call',
    'stock',
    'coupons',
    'staff',
    'subscribers',
    'chain',
    'welcome',
    'dashboard',
  ],
  'web/src/features/accounts': ['second-factor', 'push', 'login', 'register', 'security'],
  'web/src/features/alerts': [
    'live',
    'place',
    'shortcuts',
    'shift-notes',
    'dispatch',
    'handover',
    'incident',
    'watch',
    'detail',
    'board',
  ],
}

for (const [parent, order] of Object.entries(FOLDER_ORDER)) {
  const folder = path.join(import.meta.dirname, parent)
  const found = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : []
  const names = found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const unlisted = names.filter((name) => !['node_modules', 'dist', ...order].includes(name))
  if (unlisted.length > 0)
    throw new Error(
      `${parent}: FOLDER_ORDER in oxlint.config.ts does not list ${unlisted.join(', ')}: add it behind what it imports.`,
    )
}

interface Pattern {
  /** Of the specifier; Rust's dialect, without lookahead. */
  regex?: string
  group?: string[]
  message: string
  allowTypeImports?: boolean
}

/** What a file of each workspace must not import, by the beginning of its path. */
const WORKSPACES: Record<string, Pattern[]> = {
  'shared/contracts': [
    {
      regex: '^@tvarit/|^(\\.\\./)+(platform|domain)/',
      message: 'Contracts run in the browser: they know nothing of the server.',
    },
  ],
  'shared/platform': [
    {
      regex: '^@tvarit/(server|shared|web|worker)|^(\\.\\./)+domain/',
      message: 'The platform carries the domain, not the other way round.',
    },
  ],
  'shared/domain': [{ regex: '^@tvarit/', message: 'The domain knows no transport.' }],
  migrations: [{ regex: '^@tvarit/', message: 'A migration is frozen: code it imports would change it.' }],
  server: [{ regex: '^@tvarit/(worker|web)', message: 'Server and worker never import each other.' }],
  worker: [{ regex: '^@tvarit/(server|web)', message: 'Server and worker never import each other.' }],
  'web/src': [
    {
      regex: '^@tvarit/server/',
      message: 'Only the type of the router belongs in the browser.',
      allowTypeImports: true,
    },
    {
      group: ['@tvarit/**', '!@tvarit/shared/contracts/*', '!@tvarit/server/routers/app-router'],
      message: 'The browser gets contracts and the type of the router, nothing of the server.',
    },
  ],
}

/** One rule for each folder: of several overrides of a rule only the last would count. */
function folderRules(): OxlintOverride[] {
  const folders = new Set([...Object.keys(WORKSPACES), ...Object.keys(FOLDER_ORDER)])
  for (const [base, names] of Object.entries(FOLDER_ORDER)) for (const name of names) folders.add(`${base}/${name}`)
  return [...folders].toSorted().map((folder) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: patternsOf(folder) }] },
  }))
}

function patternsOf(folder: string): Pattern[] {
  const patterns = Object.entries(WORKSPACES).flatMap(([base, own]) => (isIn(folder, base) ? own : []))
  for (const [base, names] of Object.entries(FOLDER_ORDER)) {
    const place = names.findIndex((name) => isIn(folder, `${base}/${name}`))
    const above = place < 0 ? [] : names.slice(place + 1)
    if (above.length === 0) continue
    patterns.push({
      regex: `^(\\.\\./)+(${above.join('|')})/`,
      message: `In ${base} ${names[place]} stands below ${above.join(', ')} (oxlint.config.ts).`,
    })
  }
  return patterns
}

const isIn = (folder: string, base: string): boolean => folder === base || folder.startsWith(`${base}/`)

const TABLES = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'].map((property) => ({
  property,
  message: 'Only shared/domain and migrations touch tables.',
}))

const STORAGES = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'It throws where site data is blocked: use web/src/lib/browser-storage.ts.',
}))

export default defineConfig({
  ignorePatterns: ['node_modules', '**/node_modules', '**/dist', '.data', 'migrations/database.ts'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'no-console': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': 'error',
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-misused-spread': 'off',
    'no-unmodified-loop-condition': 'off',
    'import/no-named-as-default-member': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': [
      'error',
      {
        additionalTestBlockFunctions: ['faultRow'],
      },
    ],
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    ...folderRules(),
    // A longer one holds more than one topic, or a set-up that belongs into the harness.
    { files: ['tests/**/*.test.ts'], rules: { 'max-lines': ['error', 220] } },
    {
      files: ['{server,worker,web}/**/*.{ts,tsx}', 'shared/{contracts,platform}/**/*.ts'],
      rules: { 'no-restricted-properties': ['error', ...TABLES] },
    },
    {
      files: ['web/src/**/*.{ts,tsx}'],
      excludeFiles: ['web/src/lib/browser-storage.ts'],
      rules: { 'no-restricted-globals': ['error', ...STORAGES] },
    },
  ],
})
