import { DomainError } from '@tvarit/shared/platform/domain-error'

/** Returns what a link leads to. A link that leads nowhere throws the same NOT_FOUND whatever the reason. */
export function requireLink<T>(found: T | null): T {
  if (found === null) throw new DomainError('NOT_FOUND', 'This link is not valid any more.')
  return found
}
