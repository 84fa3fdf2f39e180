import { DomainError } from '@tvarit/shared/platform/domain-error'

/** What is behind a link. One that leads nowhere says the same whatever the reason. */
export function alive<T>(found: T | null): T {
  if (found === null) throw new DomainError('NOT_FOUND', 'This link is not valid any more.')
  return found
}
