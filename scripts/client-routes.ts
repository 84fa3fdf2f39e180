import fs from 'node:fs'
import path from 'node:path'
import { root } from './source-files.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

interface ClientRoute {
  path: string
  shell: 'public' | 'office'
  /** Its module, as the manifest names it. */
  page: string
}

export const SHELLS = { public: 'src/app/public-shell.tsx', office: 'src/app/office-shell.tsx' } as const

/** The route table of the web client. Read as text: it is made for the browser's compiler, which knows JSX. */
export function readClientRoutes(): ClientRoute[] {
  const table = fs.readFileSync(path.join(root, 'web/src/app/routes.ts'), 'utf8')
  const rows = table.matchAll(/path: '(.+?)',[^}]*?shell: '(public|office)',\s*page: \(\) => import\('(.+?)'\)/g)
  const routes = [...rows].map(([, route, shell, page]) => ({
    path: route!,
    shell: shell as ClientRoute['shell'],
    page: path.posix.join('src/app', page!),
  }))
  if (routes.length < 20) throw new Error('The route table could not be read.')
  return routes
}

/** What the build made of each module. */
export const readManifest = (): Record<string, Chunk> =>
  JSON.parse(fs.readFileSync(path.join(root, 'web/dist/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** A module with everything it imports, and of what it loads later what `later` accepts. */
export function closure(
  manifest: Record<string, Chunk>,
  name: string,
  later: (name: string, from: string) => boolean = () => false,
  found = new Set<string>(),
): Set<string> {
  if (found.has(name)) return found
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build made no file of its own for ${name}.`)
  found.add(name)
  for (const next of chunk.imports ?? []) closure(manifest, next, later, found)
  for (const next of chunk.dynamicImports ?? []) if (later(next, name)) closure(manifest, next, later, found)
  return found
}
