/**
 * Labels of every kind, printed at 200 and 300 dots per inch, worn and photographed up to three times at angles: how
 * many two scanners read. `npm run bench:labels [-- --count 500] [--kind card] [--photos folder] [--out file.json]`
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { LABEL_KINDS } from '@tvarit/shared/contracts/label-faces'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { scanUrl } from '@tvarit/shared/domain/ground/qr/qr-image'
import { printLabels } from '../harness/print-labels.ts'
import { random } from '../harness/random.ts'
import { photograph, wear } from '../harness/wear.ts'
import { scanAll } from '../harness/zbar.ts'
import { scanWithZxing } from '../harness/zxing.ts'
import { printTable } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    kind: { type: 'string' },
    photos: { type: 'string' },
    out: { type: 'string' },
  },
})
const count = Number(values.count)
/** A phone's scanner looks at many pictures a second while the hand moves. */
const LOOKS = 3
const report = new Report()
const rows = []
for (const kind of LABEL_KINDS.filter((each) => !values.kind || each === values.kind)) {
  for (const [dots, damage] of [
    [200, 'worn'],
    [300, 'worn'],
    [300, 'battered'],
  ] as const) {
    const dice = random(dots)
    const urls = Array.from({ length: count }, () =>
      scanUrl({ PUBLIC_URL: 'https://tvarit.example' }, newCodes().token),
    )
    const labels = (await printLabels(kind, urls, dots)).map((label) => wear(label, dice, damage))
    const read = { zbar: new Set<string>(), zxing: new Set<string>() }
    let first = 0
    for (let look = 1; look <= LOOKS; look++) {
      const unread = [...urls.keys()].filter((at) => !read.zbar.has(urls[at]!) || !read.zxing.has(urls[at]!))
      const photos: Buffer[] = []
      for (const at of unread) photos.push(await photograph(labels[at]!, dice))
      const by_zbar = photos.length > 0 ? scanAll(photos) : []
      for (const [n, at] of unread.entries()) {
        const url = urls[at]!
        if (by_zbar[n]!.includes(url)) read.zbar.add(url)
        if ((await scanWithZxing(photos[n]!)).includes(url)) read.zxing.add(url)
      }
      if (look === 1) first = bothOf(read)
      if (look === 1 && values.photos) {
        fs.mkdirSync(values.photos, { recursive: true })
        for (const n of [0, 1])
          fs.writeFileSync(path.join(values.photos, `${kind}-${dots}-${damage}-${n}.jpg`), photos[n]!)
      }
    }
    const both = bothOf(read)
    const share = { zbar: read.zbar.size, zxing: read.zxing.size, both }
    rows.push({ label: kind, dpi: dots, damage, labels: count, 'both, first photo': first, ...share })
    if (damage === 'worn')
      report.judge(`${kind} at ${dots} dpi, read by both, %`, (100 * both) / count, 'at least', 99.5)
  }
}
printTable('Worn labels', rows)
report.data['rows'] = rows
report.finish(values.out)

function bothOf({ zbar, zxing }: { zbar: Set<string>; zxing: Set<string> }): number {
  return [...zbar].filter((url) => zxing.has(url)).length
}
