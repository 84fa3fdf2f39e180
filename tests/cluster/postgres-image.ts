import { execFileSync } from 'node:child_process'

const PUBLISHED = 'docker.io/library/postgres:18'
const OURS = 'tvarit-test-postgres'

/** The published image; where an engine has one without the tools of replication, one of Debian's packages. */
export function postgresImage(): string {
  const tools = 'command -v pg_basebackup && command -v pg_rewind && command -v pg_controldata'
  try {
    execFileSync('docker', ['run', '--rm', '--entrypoint', 'sh', PUBLISHED, '-c', tools], { stdio: 'ignore' })
    return PUBLISHED
  } catch {
    const file = `${import.meta.dirname}/postgres.Dockerfile`
    // The host's network: a machine may reach its package registry no other way.
    execFileSync('docker', ['build', '--network', 'host', '--tag', OURS, '--file', file, import.meta.dirname])
    return OURS
  }
}
