import type { Readable } from 'node:stream'
import type { SubscriberListInput } from '../../../contracts/subscribers.ts'
import type { ScopedCtx, VerbArgs } from '../../../platform/context.ts'
import { exportListed } from '../../ground/exports/export-listed.ts'
import { peopleTerm } from '../../ground/lists/search-term.ts'
import { subscriberColumns } from './export-subscribers.ts'
import { listedSubscribers, subscriberFilters, subscriberOrder } from './find-subscriber-page.ts'

/** All Subscribers as listed, without health data and contacts. */
export function exportSubscriberList({ ctx, input }: VerbArgs<SubscriberListInput, ScopedCtx>): Promise<Readable> {
  const term = input.search ? peopleTerm(input.search) : null
  const listed = listedSubscribers(subscriberFilters(ctx, input), subscriberOrder(input), term)
  return exportListed(ctx, input, { name: 'subscribers', ...listed, columns: subscriberColumns() })
}
