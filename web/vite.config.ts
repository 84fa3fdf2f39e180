import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.TVARIT_SERVER ?? 'http://127.0.0.1:3000'
const proxied = ['/trpc', '/api', '/s', '/S', '/a', '/files', '/dev', '/healthz']

const files = (...patterns: string[]) => new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'))

/** What all public pages need, in one file: on a phone each file more costs a round trip. */
const SHARED_BY_PUBLIC_PAGES = files(
  'web/src/components/(plain/(brand-mark|fact|language-switch)|email-link|phone-link)',
  'web/src/lib/(brand|browser-storage|document-title|page-language)\\.',
  'shared/contracts/(compact|fill|phone-numbers|public-pages)',
)

/** What registration and logins need besides. */
const SHARED_BY_PUBLIC_FORMS = files(
  'web/src/components/(plain/|copy-button)',
  'web/src/lib/(access-token|check-file|copy-text|dates|deadline|error-text|field-of|health-facts|length-note|phone-input|only-digits|random-id|server-clock|session|toasts|trpc\\.|use-countdown|use-first|use-later|wanted-page)',
  'web/src/features/accounts/(login/(enrol|login.module|second|use-)|second-factor)',
  'web/src/app/(scroll-memory|use-route)',
  'shared/contracts/(codes|graphemes|indian-time|limits|roles|same-text|states|texts)',
  'node_modules/@trpc/(client|server)',
)

/** What registration and the office check about people. */
const SHARED_SCHEMAS = files('shared/contracts/(accounts|consents|formats|health|plans)\\.')

/** What every page of the office needs, with all that these load, in one file instead of fifty. */
const SHARED_BY_OFFICE = files(
  'web/src/app/(layout|theme)/',
  'web/src/components/(back-link|card|form-dialog|link-button|load-failed|loaded|notice|page-head|pager|pill|portrait|quick-choices)\\.',
  'web/src/components/(form/field|list/(export-menu|filter-bar|list-pager|list-tools|page-size|saved-views))\\.',
  'web/src/features/accounts/security/(first-password-text|security.module)',
  'web/src/features/alerts/(alert-badges|live/|watch/(?!alert-watch))',
  'web/src/lib/(download|languages|use-list-state|use-shortcuts)',
  'node_modules/(@ant-design/icons|antd/es/(_util|app|config-provider|style|select/useIcons)|@rc-component/overflow)',
)

/**
 * The browser bundle. `@tvarit/shared/platform/*` and `/domain/*` export `"browser": null`, so an import of them from
 * here fails this build ("is not exported under the conditions"), not merely a review.
 */
export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [`^${path}(/|$)`, { target: server }])),
      '/trpc-ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // Pages that are open go on loading the files they were built with; old ones are cleared by the build script.
    emptyOutDir: false,
    // The oldest engines that must run registration and logins; older ones see the words in index.html.
    target: ['chrome80', 'ios13', 'firefox78'],
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A module goes to the first group that asks for it, or that needs it for one it has.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
            { name: 'public', test: SHARED_BY_PUBLIC_PAGES, includeDependenciesRecursively: false },
            { name: 'first', tags: ['$initial'] },
            { name: 'forms', test: SHARED_BY_PUBLIC_FORMS, includeDependenciesRecursively: false },
            { name: 'routes', test: files('web/src/(app/router|lib/zod-config)') },
            { name: 'people', test: SHARED_SCHEMAS, includeDependenciesRecursively: false },
            { name: 'office', test: SHARED_BY_OFFICE },
            { name: 'dates', test: files('web/src/components/form/date-field') },
            { name: 'selects', test: files('web/src/components/form/select-field') },
            { name: 'lists', test: files('web/src/components/list/(data-table|empty-list|second-line)\\.') },
          ],
        },
      },
    },
  },
})
