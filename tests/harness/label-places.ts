import { LABEL_FACES, type LabelKind } from '@tvarit/shared/contracts/label-faces'
import type { Box } from './pdf.ts'

export interface Sheet {
  kind: LabelKind
  columns: number
  rows: number
}

export const CAR: Sheet = { kind: '60mm', columns: 3, rows: 3 }
export const PHONE: Sheet = { kind: '25mm', columns: 7, rows: 6 }
const BARE_CAR: Sheet = { kind: 'bare-60mm', columns: 3, rows: 4 }
const BARE_PHONE: Sheet = { kind: 'bare-25mm', columns: 7, rows: 8 }
export const CARD: Sheet = { kind: 'card', columns: 2, rows: 4 }
export const SHEETS = [CAR, PHONE, BARE_CAR, BARE_PHONE, CARD]
export const COLOURED = [CAR, PHONE, CARD]
export const BARE = [BARE_CAR, BARE_PHONE]
export const A4 = [210, 297] as const

export const perPage = ({ columns, rows }: Sheet): number => columns * rows

/** Width and height of a label with its bleed and its strip. */
export function cellOf({ kind }: Sheet): { width: number; height: number } {
  const { width, height, bleed, strip } = LABEL_FACES[kind]
  return { width: width + 2 * bleed, height: height + 2 * bleed + strip }
}

/** The whole area of labels, in the middle of the page. */
export function area(sheet: Sheet): Box {
  const cell = cellOf(sheet)
  const [left, top] = [(A4[0] - sheet.columns * cell.width) / 2, (A4[1] - sheet.rows * cell.height) / 2]
  return { left, top, right: A4[0] - left, bottom: A4[1] - top }
}

/** Where a label lies with its bleed and its strip: row by row from the upper left. */
export function boxOf(sheet: Sheet, index: number): Box {
  const { width, height } = cellOf(sheet)
  const left = area(sheet).left + (index % sheet.columns) * width
  const top = area(sheet).top + Math.floor(index / sheet.columns) * height
  return { left, top, right: left + width, bottom: top + height }
}

/** What is cut out and stuck on. */
export function faceOf(sheet: Sheet, index: number): Box {
  const { width, height, bleed } = LABEL_FACES[sheet.kind]
  const { left, top } = boxOf(sheet, index)
  return { left: left + bleed, top: top + bleed, right: left + bleed + width, bottom: top + bleed + height }
}

export const boxesOf = (sheet: Sheet): Box[] =>
  Array.from({ length: perPage(sheet) }, (_, index) => boxOf(sheet, index))

export const shrunk = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
})
