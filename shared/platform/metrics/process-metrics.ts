import { statfs } from 'node:fs/promises'
import os from 'node:os'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../settings/config.ts'

interface Sources {
  /** Seconds this process's clock is ahead of the database's; null before it is known. */
  clock_skew_seconds(): number | null
  /** Folders by the name that their disk has in the metrics. */
  disks: Record<string, string>
}

/** `data` only where files or the database are kept in a folder of this machine. */
export const disksOf = ({
  STORAGE_URL,
  DATA_DIR,
}: Pick<Config, 'STORAGE_URL' | 'DATA_DIR'>): Record<string, string> => ({
  temporary: os.tmpdir(),
  ...(STORAGE_URL === undefined ? { data: DATA_DIR } : {}),
})

/** The clock of a process against the database's, and the disks that it writes to. */
export function observeProcess(registry: Registry, { clock_skew_seconds, disks }: Sources): void {
  const clock: Gauge = new Gauge({
    name: 'tvarit_clock_skew_seconds',
    help: "How far this process's clock is ahead of the database's; negative when behind.",
    registers: [],
    collect() {
      const skew = clock_skew_seconds()
      if (skew === null) this.remove()
      else this.set(skew)
    },
  })
  const size: Gauge = new Gauge({
    name: 'tvarit_disk_bytes',
    help: 'Size of the disk under a folder of this process.',
    labelNames: ['disk'],
    registers: [],
  })
  const free: Gauge = new Gauge({
    name: 'tvarit_disk_free_bytes',
    help: 'Room that is left on it.',
    labelNames: ['disk'],
    registers: [],
    async collect() {
      for (const [disk, folder] of Object.entries(disks)) {
        const found = await statfs(folder).catch(() => null)
        if (!found) continue
        size.set({ disk }, found.blocks * found.bsize)
        free.set({ disk }, found.bavail * found.bsize)
      }
    },
  })
  for (const gauge of [clock, free, size]) registry.registerMetric(gauge)
}
