import type { Config } from '../../platform/settings/config.ts'
import { qrPng } from './png.ts'
import { qrSymbol } from './symbol.ts'

/** Pixels a side, for print. */
export const PRINT_SIDE = 600
/** For a page, at twice the size it is shown. */
const PAGE_SIDE = 120

/** The text of the QR code, all in upper case: the alphanumeric mode of QR then needs fewer and larger modules. */
export const scanUrl = (config: Pick<Config, 'PUBLIC_URL'>, token: string): string =>
  `${config.PUBLIC_URL}/S/${token}`.toUpperCase()

/** A PNG of at least `smallest_side` pixels (600 for print) in two colours. */
export const qrImage = (text: string, smallest_side = PRINT_SIDE): Buffer => qrPng(qrSymbol(text), smallest_side)

/** The same image for `<img src>`. */
export const qrDataUrl = (text: string): string => dataUrl(qrImage(text))
/** A small one for a row of a list: a third of the bytes. */
export const smallQrDataUrl = (text: string): string => dataUrl(qrImage(text, PAGE_SIDE))

const dataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`
