import { LABEL_KINDS } from '@tvarit/shared/contracts/label-faces'
import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { scanUrl } from '@tvarit/shared/domain/qr/qr-image'
import { expect, test } from 'vitest'
import { printLabels } from '../harness/print-labels.ts'
import { random } from '../harness/random.ts'
import { photograph, wear } from '../harness/wear.ts'
import { scanAll } from '../harness/zbar.ts'
import { scanWithZxing } from '../harness/zxing.ts'

test.each(LABEL_KINDS)('%s labels printed at 200 dpi, worn and tilted, are read by two scanners', async (kind) => {
  const dice = random(7)
  const urls = Array.from({ length: 4 }, () => scanUrl({ PUBLIC_URL: 'https://tvarit.example' }, newCodes().token))
  const labels = (await printLabels(kind, urls, 200)).map((label) => wear(label, dice))
  const looks: Buffer[][] = []
  for (const label of labels) looks.push([await photograph(label, dice), await photograph(label, dice)])
  const by_zbar = looks.map((photos) => scanAll(photos).flat()[0])
  const by_zxing = await Promise.all(
    looks.map(async (photos) => (await Promise.all(photos.map(scanWithZxing))).flat()[0]),
  )
  expect(by_zbar).toEqual(urls)
  expect(by_zxing).toEqual(urls)
})
