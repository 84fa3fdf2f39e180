import { createWorld } from './world.ts'

interface Line {
  msg: string
  request_id?: string
  [field: string]: unknown
}

/** A world whose log lines are kept, all of them. */
export async function loggedWorld(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const world = await createWorld({
    settings: { LOG_LEVEL: 'debug', TRUST_PROXY: '1', ON_CALL_NUMBERS: '9000000001', ...settings },
    log_to: (line) => lines.push(line),
  })
  return { world, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) }
}
