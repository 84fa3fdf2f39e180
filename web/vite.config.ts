import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.TVARIT_SERVER ?? 'http://127.0.0.1:3000'
const proxied = ['/trpc', '/api', '/s', '/S', '/a', '/files', '/dev', '/healthz']

/** What registration and logins all need, in one file: on a phone each file more costs a round trip. */
const SHARED_BY_PUBLIC_FORMS = new RegExp(
  [
    'web/src/components/(plain/(?!brand-mark|language-switch)|copy-button)',
    'web/src/lib/(access-token|check-file|copy-text|error-text|phone-input|pin-digits|random-id|server-clock|session|toasts|trpc\\.|use-countdown|use-first|wanted-page)',
    'web/src/features/accounts/(login/(enrol|login.module|second|use-)|second-factor)',
    'web/src/app/use-route',
    'shared/contracts/(codes|limits|roles|states|texts)',
    'node_modules/@trpc/(client|server)',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
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
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 20 },
            { name: 'public', test: SHARED_BY_PUBLIC_FORMS, priority: 10, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
