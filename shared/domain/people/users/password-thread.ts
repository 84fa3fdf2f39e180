import os from 'node:os'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** Verifies against `stored`, or makes a new hash when there is none. */
export interface PasswordWork {
  password: string
  stored?: string
}

// OWASP's first choice for argon2id (algorithm 2): 19 MiB, two passes, one lane.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// On Linux this is the niceness of this thread alone: alerts go first.
if (process.platform === 'linux') os.setPriority(10)

export default ({ password, stored }: PasswordWork): string | boolean =>
  stored === undefined ? hashSync(password, OPTIONS) : verifySync(stored, password)
