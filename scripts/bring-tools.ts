/**
 * Installs the programs that the tests use and this machine lacks, before anything else runs. As root or with
 * passwordless sudo it asks apt; otherwise it ends at once with one sentence and the command to type.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

type Wanted = Record<string, string[] | (() => boolean)>

/** Debian's package -> the programs of which one is enough, or whether what it brings is there. */
const TOOLS: Wanted = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  'redis-server': ['redis-server'],
  haproxy: ['haproxy'],
  openssl: ['openssl'],
  prometheus: ['promtool'],
  'zbar-tools': ['zbarimg'],
  procps: ['ps'],
  'firefox-esr': ['firefox-esr'],
  fontconfig: ['fc-list'],
  // Letters without a font are boxes of another width: pages would be judged by the wrong text.
  'fonts-indic': drawsHindi,
}
/** What `npm run test:browsers` needs besides. */
const BROWSERS: Wanted = {
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['xvfb-run'],
  xauth: ['xauth'],
}
/** Chromium without its windows, brought with it: minutes faster. Where apt has none, Chromium does all. */
const FASTER = { package: 'chromium-headless-shell', beside: 'chromium' }

const tools = process.argv.includes('all-browsers') ? { ...TOOLS, ...BROWSERS } : TOOLS
const missing = Object.entries(tools)
  .filter(([, needed]) => !(typeof needed === 'function' ? needed() : needed.some(onPath)))
  .map(([name]) => name)
if (missing.length > 0) {
  const command = `apt-get install -y ${missing.join(' ')}`
  const asRoot = rootCommand()
  if (!asRoot || !onPath('apt-get')) {
    console.error(`The tests need ${missing.join(', ')}: install them (Debian and Ubuntu: sudo ${command}).`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} ...`)
  const apt = (...words: string[]) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...words]
    execFileSync(program!, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  try {
    apt('update', '-qq')
    const unknown = missing.filter((name) => !isAvailable(name))
    // When it knows none, it has no lists: its own words say why.
    if (unknown.length > 0 && unknown.length < missing.length) {
      console.error(
        `apt has no ${unknown.join(', ')} here (Ubuntu has browsers as snaps only): install them in another way, or run the tests on Debian.`,
      )
      process.exit(1)
    }
    const faster = missing.includes(FASTER.beside) && isAvailable(FASTER.package)
    apt('install', '-y', '-qq', ...missing, ...(faster ? [FASTER.package] : []))
  } catch {
    console.error(
      `apt could not install what the tests need: run ${[...asRoot, command].join(' ')} and see what it says.`,
    )
    process.exit(1)
  }
}

function onPath(program: string): boolean {
  // Debian's PATH of people who are not root lacks the second one.
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
  return folders.some((folder) => fs.existsSync(path.join(folder, program)))
}

function drawsHindi(): boolean {
  if (process.platform === 'darwin') return true
  return onPath('fc-list') && execFileSync('fc-list', [':lang=hi']).length > 0
}

/** What stands in front of a command that root runs; null when this account may not be root. */
function rootCommand(): string[] | null {
  if (process.getuid?.() === 0) return []
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
    return ['sudo', '-n']
  } catch {
    return null
  }
}

function isAvailable(name: string): boolean {
  try {
    return execFileSync('apt-cache', ['show', name], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0
  } catch {
    return false
  }
}
