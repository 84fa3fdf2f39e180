import fs from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = path.join(import.meta.dirname, '..')
const server = process.env.TVARIT_SERVER ?? 'http://127.0.0.1:3000'
const proxied = ['/trpc', '/api', '/s', '/S', '/a', '/files', '/dev', '/healthz']

/** The modules whose paths from the root begin so. Throws for a beginning that no file has: a renamed file would change the chunks. */
function files(...beginnings: string[]): RegExp {
  const missing = beginnings.filter((each) => fs.globSync(`${each}*`, { cwd: root }).length === 0)
  if (missing.length > 0) throw new Error(`web/vite.config.ts names no file: ${missing.join(', ')}`)
  return new RegExp(beginnings.map((each) => each.split('/').map(RegExp.escape).join('[\\\\/]')).join('|'))
}
const inFolder = (folder: string, names: string) => names.split(' ').map((name) => folder + name)

/** What all public pages need, in one file: on a phone each file more costs a round trip. */
const SHARED_BY_PUBLIC_PAGES = files(
  ...inFolder('web/src/components/', 'plain/brand-mark plain/fact plain/language-switch email-link phone-link'),
  ...inFolder('web/src/lib/', 'brand. browser-storage. document-title. page-language.'),
  ...inFolder('shared/contracts/', 'compact fill phone-numbers public-pages'),
)

/** What registration and logins need besides. */
const SHARED_BY_PUBLIC_FORMS = files(
  ...inFolder('web/src/components/', 'plain/ copy-button'),
  ...inFolder(
    'web/src/lib/',
    'access-token check-file copy-text dates deadline error-text field-of health-facts length-note typed-phone only-digits random-id server-clock session toasts trpc. use-countdown use-first use-later wanted-page',
  ),
  ...inFolder('web/src/features/accounts/', 'login/enrol login/login.module login/second login/use- second-factor'),
  ...inFolder('web/src/app/', 'scroll-memory use-route'),
  ...inFolder('shared/contracts/', 'codes graphemes indian-time limits roles same-text states texts'),
  ...inFolder('node_modules/@trpc/', 'client server'),
)

/** What registration and the office check about people. */
const SHARED_SCHEMAS = files(...inFolder('shared/contracts/', 'accounts. consents. formats. medical. plans.'))

/** What every page of the office needs, with all that these load, in one file instead of fifty. */
const SHARED_BY_OFFICE = files(
  ...inFolder('web/src/app/', 'layout/ theme/'),
  ...inFolder(
    'web/src/components/',
    'back-link. card. form-dialog. link-button. load-failed. loaded. notice. page-head. pager. pill. portrait. quick-choices. form/field.',
  ),
  ...inFolder('web/src/components/list/', 'export-menu. filter-bar. list-pager. list-tools. page-size. saved-views.'),
  ...inFolder('web/src/features/accounts/security/', 'first-password-text'),
  ...inFolder('web/src/features/alerts/', 'alert-badges live/'),
  ...inFolder(
    'web/src/features/alerts/watch/',
    'bar-place. dismissals. enable-sound-row. new-alert-bar. shown-alerts. silence-strip. siren. sound-test-dialog. staff-not-reached. use-arming. use-console-report. use-desktop-notification. use-expanded. use-heard. use-opened-alert. use-ringing. use-room-for-bar. use-siren-leader. watch. watch-button.',
  ),
  ...inFolder('web/src/lib/', 'download language-options use-list-state use-shortcuts'),
  ...inFolder(
    'node_modules/',
    '@ant-design/icons antd/es/_util antd/es/app antd/es/config-provider antd/es/style antd/es/select/useIcons @rc-component/overflow',
  ),
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
            { name: 'routes', test: files('web/src/app/router', 'web/src/lib/zod-config') },
            { name: 'people', test: SHARED_SCHEMAS, includeDependenciesRecursively: false },
            { name: 'office', test: SHARED_BY_OFFICE },
            { name: 'dates', test: files('web/src/components/form/date-field') },
            { name: 'selects', test: files('web/src/components/form/select-field') },
            {
              name: 'lists',
              test: files(...inFolder('web/src/components/list/', 'data-table. empty-list. second-line.')),
            },
          ],
        },
      },
    },
  },
})
