import { appRouter } from '@tvarit/server/routers/app-router'
import { declaredProcedures } from '@tvarit/server/trpc/declared-procedures'
import type { OpenApiDocument, Operation } from './open-api-document.ts'
import type { Described } from './worst-inputs.ts'

/** A route that a stranger may ask. */
export interface PublicRoute extends Described {
  method: string
  /** With real tokens where there are some. */
  path: string
  /** The same with another part in place of its last token; null when it has none. */
  withPart(part: string): string | null
}

/** Real values of a path's parameters, by the beginning of its path: only what is behind them shows what it costs. */
export type Tokens = readonly (readonly [beginning: string, value: string])[]

const PARAMETER = /[:*](\w+)/g

function described(operation: Operation | undefined): Described {
  const { properties = {} } = Object.values(operation?.requestBody?.content ?? {})[0]?.schema ?? {}
  const fields = Object.keys(properties)
  return {
    query: (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    fields,
    files: fields.filter((field) => properties[field]!.format === 'binary'),
  }
}

/**
 * What a stranger may ask: every route that Express serves but those whose operation in the document needs a session,
 * every procedure that needs none, and what stands behind no route (files, wrong addresses).
 */
export function publicRoutes(served: readonly string[], document: OpenApiDocument, tokens: Tokens): PublicRoute[] {
  const operations = new Map(
    document.operations.map(({ method, path, operation }) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')}`,
      operation,
    ]),
  )
  const routes = served.flatMap((route): PublicRoute[] => {
    const [method, pattern] = route.replace(/(.)\/$/, '$1').split(' ') as [string, string]
    const operation = operations.get(`${method} ${pattern}`)
    if (operation && operation.security.length > 0) return []
    return (method === 'ALL' ? ['GET', 'POST'] : [method]).flatMap((method) =>
      filledIn(pattern, tokens).map((path) => ({ method, path, ...described(operation), withPart: partOf(pattern) })),
    )
  })
  const procedures = [...declaredProcedures(appRouter)].flatMap(([name, { type, meta }]): PublicRoute[] => {
    if (meta?.permission) return []
    const { method, path } = meta?.rest ?? {}
    const operation = document.operations.find((each) => each.method === method && each.path === path)?.operation
    const known = described(operation)
    const fields = [...(known.query ?? []), ...(known.fields ?? [])]
    return [
      {
        ...known,
        method: type === 'query' ? 'GET' : 'POST',
        path: `/trpc/${name}`,
        query: ['input', 'batch'],
        fields,
        withPart: (part) => `/trpc/${part}`,
      },
    ]
  })
  const anything = ['/assets/none.js', '/none', '/api/none', '/icon-192.png'].map((path) => ({
    method: 'GET',
    path,
    withPart: (part: string) => `${path.replace(/[^/]*$/, '')}${part}`,
  }))
  return [...routes, ...procedures, ...anything]
}

/** A pattern with all its optional parts and with none; parameters with a real value, else with any. */
function filledIn(pattern: string, tokens: Tokens): string[] {
  const forms = pattern.includes('{') ? [pattern.replace(/\{.*?\}/g, ''), pattern.replace(/[{}]/g, '')] : [pattern]
  return forms.flatMap((form) => {
    if (!/[:*]/.test(form)) return [form]
    const known = tokens.filter(([beginning]) => form.startsWith(beginning)).map(([, value]) => value)
    const values = known.length > 0 ? known : ['none']
    const paths = values.map((value) => {
      const parts = value.split('/')
      return form.replace(PARAMETER, () => parts.shift() ?? 'none')
    })
    return [...new Set(paths)]
  })
}

const partOf = (pattern: string) => (part: string) => {
  const open = pattern.replace(/[{}]/g, '')
  return /[:*]/.test(open) ? open.replace(PARAMETER, () => part) : null
}
