import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * What a scanner that knows nothing of us reads in each of the images, one call for all of them: the texts of its QR
 * codes, each as often as it was found, in alphabetical order.
 */
export function scanAll(images: readonly Buffer[]): string[][] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-scan-'))
  try {
    const names = images.map((_, index) => `${index}.png`)
    for (const [index, name] of names.entries()) fs.writeFileSync(path.join(folder, name), images[index]!)
    return readXml(zbarimg(folder, names), names)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** The only code in an image; empty when there is none. */
export const scan = (image: Buffer): string => scanAll([image])[0]!.join(' ')

function zbarimg(folder: string, names: string[]): string {
  // Nothing but QR codes: in a forest of modules it would see other codes as well.
  const settings = ['--quiet', '--xml', '-Sdisable', '-Sqrcode.enable']
  try {
    return execFileSync('zbarimg', [...settings, ...names], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    const { code, status, stdout } = error as { code?: string; status?: number; stdout?: string }
    if (code === 'ENOENT') {
      throw new Error('This test needs a QR scanner: install zbarimg (package zbar-tools).', { cause: error })
    }
    // 4: an image has no code. Then it is not in the answer.
    if (status === 4) return stdout ?? ''
    throw error
  }
}

function readXml(xml: string, names: string[]): string[][] {
  const found = new Map<string, string[]>()
  for (const [, name = '', content = ''] of xml.matchAll(/<source href='([^']*)'>(.*?)<\/source>/gs)) {
    found.set(
      name,
      [...content.matchAll(/<data[^>]*><!\[CDATA\[(.*?)\]\]><\/data>/gs)].map(([, text = '']) => text),
    )
  }
  return names.map((name) => (found.get(name) ?? []).sort())
}
