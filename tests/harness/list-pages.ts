import { expect } from 'vitest'
import { call } from './api.ts'
import type { World } from './world.ts'

export interface Page {
  count: number
  count_capped: boolean
  results: ({ id: number } & Record<string, unknown>)[]
  next: string | null
  previous: string | null
  total_pages: number
}

/** A page of a list as a client reads it; fails the test when it is rejected. */
export async function readList(world: World, path: string, access: string): Promise<Page> {
  const answer = await call(world.url, path, { access })
  expect([path, answer.status, answer.status === 200 ? {} : answer.body]).toEqual([path, 200, {}])
  return answer.body as unknown as Page
}

export const idsOf = (page: Page): number[] => page.results.map((row) => row.id)

/** All ids from a page on, following `next` (or `previous`) to the end. `between` runs before each further page. */
export async function walk(
  world: World,
  path: string,
  access: string,
  options: { back?: boolean; between?: (page: number) => Promise<unknown> } = {},
): Promise<number[]> {
  const ids: number[] = []
  let page = await readList(world, path, access)
  for (let n = 1; ; n++) {
    // Pages of a walk back come last page first; within a page the order is the list's.
    ids[options.back ? 'unshift' : 'push'](...idsOf(page))
    const on = options.back ? page.previous : page.next
    if (!on) return ids
    await options.between?.(n)
    page = await readList(world, on, access)
  }
}
