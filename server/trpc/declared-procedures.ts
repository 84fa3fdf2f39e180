import type { AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import type { Permission } from '@tvarit/shared/contracts/permissions'
import type { ProcedureMeta } from './procedures.ts'
import type { RestRoute } from './rest-route.ts'

interface DeclaredProcedure {
  type: 'query' | 'mutation' | 'subscription'
  meta?: ProcedureMeta
  inputs: z.ZodType[]
  output?: z.ZodType
}

interface RestProcedure {
  name: string
  type: 'query' | 'mutation'
  rest: RestRoute
  /** Missing for a public one. */
  permission: Permission | undefined
  input: z.ZodType | undefined
  output: z.ZodType | undefined
}

/** Every procedure of a router by its name. Only here `_def` is read: tRPC has no public way to what was declared. */
export function declaredProcedures(router: AnyTRPCRouter): ReadonlyMap<string, DeclaredProcedure> {
  const procedures = router._def.procedures as Record<string, { _def: DeclaredProcedure }>
  return new Map(Object.entries(procedures).map(([name, { _def }]) => [name, _def]))
}

/** Every procedure that declares a REST route, with its name. */
export function restProcedures(router: AnyTRPCRouter): RestProcedure[] {
  return [...declaredProcedures(router)].flatMap(([name, { type, meta, inputs, output }]) =>
    meta?.rest && type !== 'subscription'
      ? [{ name, type, rest: meta.rest, permission: meta.permission, input: inputs[0], output }]
      : [],
  )
}
