import { type Permission, type Scope, scopeOf } from '@tvarit/shared/contracts/permissions'
import { composed } from '@tvarit/shared/contracts/same-text'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Actor } from '@tvarit/shared/platform/context'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import { initTRPC } from '@trpc/server'
import type { RestRoute } from './rest-route.ts'
import { toOutside, toTrpcError } from './error-map.ts'
import { noteFailure } from './note-failure.ts'
import type { RequestCtx } from '../context/request-context.ts'

/** What is declared beside a procedure. A procedure without `permission` must say that it is public. */
export interface ProcedureMeta {
  permission?: Permission
  public?: true
  rest?: RestRoute
}

const t = initTRPC
  .context<RequestCtx>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error }) {
      const outside = toOutside(error)
      const text = outside.unexpected ? TEXTS.something_wrong : shape.message
      return {
        ...shape,
        message: text,
        data: { code: shape.data.code, httpStatus: outside.status, body: outside.body },
      }
    },
  })

export const router = t.router

/** Same letters, same bytes: what a procedure reads, and so what is stored, is in the composed form. */
const composedInput = t.middleware(({ getRawInput, next }) =>
  next({ getRawInput: async () => composed(await getRawInput()) }),
)

const domainErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  noteFailure(ctx, path, result.error)
  if (cause instanceof DomainError) throw toTrpcError(cause)
  return result
})

/** No login is needed: login, registration, what a bystander needs. */
export const publicProcedure = t.procedure.use(domainErrors).use(composedInput).meta({ public: true })

/**
 * The context of a user who has this permission, with how far it reaches as `scope`. Throws UNAUTHORIZED without a
 * session and FORBIDDEN for a role that has no entry in the table.
 */
export function permit<C extends RequestCtx>(
  ctx: C,
  permission: Permission,
): Omit<C, 'actor'> & { actor: Actor; scope: Scope } {
  const { actor } = ctx
  if (!actor) throw new DomainError('UNAUTHORIZED', TEXTS.session_expired)
  const scope = scopeOf(permission, actor.role)
  if (!scope) throw new DomainError('FORBIDDEN', 'You do not have permission to do this.')
  return { ...ctx, actor, scope }
}

/** Behind a permission of the table; the verb receives how far it reaches as `ctx.scope`. */
export const permitted = (permission: Permission) =>
  t.procedure
    .use(domainErrors)
    .use(composedInput)
    .meta({ permission })
    .use(({ ctx, next }) => next({ ctx: permit(ctx, permission) }))
