import { LABEL_FACES, type LabelKind } from '@tvarit/shared/contracts/label-faces'
import { qrSymbol } from '@tvarit/shared/domain/qr/symbol'
import { readLabelFont } from '@tvarit/shared/domain/stickers/labels/label-font'
import { drawLabelSheets, layOut } from '@tvarit/shared/domain/stickers/labels/label-sheets'
import { cutPrint, openPdf, type Print, print } from './pdf.ts'

/** The faces of labels for these addresses as they come out of a printer of so many dots per inch. */
export async function printLabels(kind: LabelKind, urls: string[], dots: number): Promise<Print[]> {
  const pdf = drawLabelSheets({
    labels: urls.map((url) => ({ serial_number: 'S123456789', coupon_code: '', symbol: qrSymbol(url) })),
    kind,
    title: 'Bench',
    brand: 'Tvarit',
    phone: '1800 000 0000',
    created_at: new Date(0),
    font: readLabelFont(),
    on_progress() {},
  })
  const { columns, rows: lines, cell, left, top } = layOut(kind)
  const { width, height, bleed } = LABEL_FACES[kind]
  const labels: Print[] = []
  for (const page of (await openPdf(pdf)).pages()) {
    const sheet = await print(page, dots)
    for (let index = 0; index < columns * lines && labels.length < urls.length; index++) {
      const x = left + (index % columns) * cell.width + bleed
      const y = top + Math.floor(index / columns) * cell.height + bleed
      labels.push(cutPrint(sheet, { left: x, top: y, right: x + width, bottom: y + height }))
    }
  }
  return labels
}
