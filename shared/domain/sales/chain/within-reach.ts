import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ScopedCtx } from '../../../platform/context.ts'

/**
 * The condition on `users as u` for the members of the chain the caller reaches: all; oneself and all below (the chain
 * has three levels, so children and their children); the children only; or oneself.
 */
export function withinReach({ actor, scope }: ScopedCtx): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`u.id = ${actor.id}`
  const child = sql<SqlBool>`u.parent_id = ${actor.id}`
  switch (scope) {
    case 'all':
      return sql<SqlBool>`true`
    case 'own':
      return own
    case 'children':
      return child
    case 'chain':
      return sql<SqlBool>`(${own} or ${child} or u.parent_id in (select id from users where parent_id = ${actor.id}))`
  }
}
