import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packStickers } from '@tvarit/shared/domain/stickers/bulk-jobs/pack/pack-stickers'
import { qrImage } from '@tvarit/shared/domain/qr/qr-image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileUrl, runFresh } from '../harness/fresh-process.ts'
import { linesOf, pack, packed, packInput, STICKERS } from '../harness/label-packs.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-labels-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each([
  ['branded', 'labels-60mm.pdf', 'labels-25mm.pdf'],
  ['bare', 'labels-bare-60mm.pdf', 'labels-bare-25mm.pdf'],
  ['card', 'labels-card.pdf'],
] as const)('a ZIP of %s stickers has a picture of each, the manifest and its sheets', (style, ...sheets) => {
  const { files } = packed(style)
  expect([...files.keys()]).toEqual([
    ...STICKERS.map(({ serial_number }) => `qr/${serial_number}.png`),
    'manifest.csv',
    ...sheets,
  ])
  expect(
    STICKERS.filter(({ serial_number, url }) => !files.get(`qr/${serial_number}.png`)!.equals(qrImage(url))),
  ).toEqual([])
  expect(files.get('manifest.csv')!.toString()).toBe(
    ['serial_number,coupon_code,url', ...linesOf(STICKERS), ''].join('\r\n'),
  )
})

test('only our account can read the ZIP: it holds every code of its stickers', () => {
  const file = path.join(folder, 'closed.zip')
  packStickers(packInput(file, STICKERS, 'branded'), () => {})
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
})

test('the progress of packing grows to one', () => {
  const { progress } = packed()
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect([progress[0]! > 0, progress.at(-1)]).toEqual([true, 1])
})

test('the same stickers are the same ZIP to the byte, in any process and time zone', () => {
  expect(pack(STICKERS, 'branded').bytes.equals(packed().bytes)).toBe(true)
  const file = path.join(folder, 'other.zip')
  const input = packInput(file, STICKERS, 'branded')
  runFresh(
    `import { packStickers } from '${fileUrl('shared/domain/stickers/bulk-jobs/pack/pack-stickers.ts')}'
    packStickers({ ...${JSON.stringify(input)}, created_at: new Date('${input.created_at.toISOString()}') }, () => {})`,
    { environment: { TZ: 'America/New_York', LANG: 'de_DE.UTF-8' } },
  )
  expect(fs.readFileSync(file).equals(packed().bytes)).toBe(true)
})
