import type { Installation } from '../containers/engine.ts'
import { until } from '../harness/until.ts'

const MEMBERS = ['postgres-1', 'postgres-2']

/** The machines of the installation, as the person who operates it sees and breaks them. */
export class Members {
  readonly #tvarit: Installation

  constructor(tvarit: Installation) {
    this.#tvarit = tvarit
  }

  docker = (...words: string[]): Promise<string> => this.#tvarit.command('docker', ...words)

  /** Containers of a service, also those that do not run. */
  async containers(service: string): Promise<string[]> {
    const ids = await this.#tvarit.compose('ps', '--all', '--quiet', service)
    return ids.split('\n').filter(Boolean)
  }

  async address(service: string): Promise<string> {
    const [id] = await this.containers(service)
    const text = await this.docker(
      'inspect',
      '--format',
      '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}',
      id!,
    )
    return text.split(' ')[0] ?? ''
  }

  /** Sends SIGKILL to all containers of a service; resolves with what starts them again. */
  async kill(service: string): Promise<() => Promise<void>> {
    const ids = await this.containers(service)
    await this.docker('kill', ...ids)
    return async () => void (await this.docker('start', ...ids))
  }

  /**
   * Takes a container out of all its networks; resolves with what brings it back. It comes back with its address, as a
   * machine does, where the network has fixed ones: its open connections go on.
   */
  async cut(service: string): Promise<() => Promise<void>> {
    const [id] = await this.containers(service)
    const format = '{{range $name, $it := .NetworkSettings.Networks}}{{$name}} {{$it.IPAddress}} {{end}}'
    const words = (await this.docker('inspect', '--format', format, id!)).split(' ').filter(Boolean)
    const places = words.flatMap((network, index) => (index % 2 === 0 ? [[network, words[index + 1]!] as const] : []))
    for (const [network] of places) await this.docker('network', 'disconnect', network, id!)
    return async () => {
      for (const [network, address] of places) {
        const own = /_(inside|members)$/.test(network) ? ['--ip', address] : []
        await this.docker('network', 'connect', '--alias', service, ...own, network, id!)
      }
    }
  }

  /** What each PostgreSQL is, by what those that answer say. */
  async roles(): Promise<{ name: string; role: string; state: string }[]> {
    for (const name of MEMBERS) {
      const address = await this.address(name)
      if (!address) continue
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      )
      const body = (await answer?.json().catch(() => null)) as {
        members: { name: string; role: string; state: string }[]
      } | null
      if (body) return body.members
    }
    return []
  }

  async primary(): Promise<string> {
    const primary = await until('there is a primary', async () =>
      (await this.roles()).find(({ role }) => role === 'leader'),
    )
    return primary.name
  }

  standby = async (): Promise<string> => {
    const primary = await this.primary()
    return MEMBERS.find((name) => name !== primary)!
  }

  /** Another one than `name` is the primary. */
  takenOver = (name: string): Promise<unknown> =>
    until(
      `another one than ${name} is the primary`,
      async () =>
        (await this.roles()).some((each) => each.role === 'leader' && each.name !== name && each.state === 'running'),
      120_000,
    )

  /** A primary, and a standby that has what was committed. */
  whole = (standby = 'sync_standby'): Promise<unknown> =>
    until(
      `the standby streams as ${standby}`,
      async () => (await this.roles()).some(({ role, state }) => role === standby && state === 'streaming'),
      180_000,
    )

  /** Changes settings of Patroni in etcd. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    const address = await this.address(await this.primary())
    const authorization = `Basic ${btoa(`patroni:${this.#tvarit.setting('PATRONI_API_PASSWORD')}`)}`
    const answer = await fetch(`http://${address}:8008/config`, {
      method: 'PATCH',
      headers: { authorization },
      body: JSON.stringify(settings),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** The one that the sentinels name; they know addresses. */
  async redisMaster(): Promise<string> {
    const [sentinel] = await this.containers('sentinel')
    const ask = ['redis-cli', '-p', '26379', 'sentinel', 'get-master-addr-by-name', 'tvarit']
    const address = (await this.docker('exec', sentinel!, ...ask)).split('\n')[0]!
    return address.endsWith('.201') ? 'redis-1' : 'redis-2'
  }
}
