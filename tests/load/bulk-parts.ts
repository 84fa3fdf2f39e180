import { deflateSync, inflateSync } from 'node:zlib'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { PRINT_SIDE, scanUrl } from '@tvarit/shared/domain/ground/qr/qr-image'
import { qrPng } from '@tvarit/shared/domain/ground/qr/png'
import { qrSymbol } from '@tvarit/shared/domain/ground/qr/symbol'
import qrcode from 'qrcode'

interface Part {
  part: string
  by: string
  'us each': number
  bytes: number | ''
}

const SAMPLE = 500
const IDAT = 41

/** What one sticker costs, part by part, beside others: CPU of the best of five rounds, warm. */
export function measureParts(PUBLIC_URL: string): Part[] {
  const texts = Array.from({ length: SAMPLE }, () => scanUrl({ PUBLIC_URL }, newCodes().token))
  const symbols = texts.map(qrSymbol)
  const pngs = symbols.map((symbol) => qrPng(symbol, PRINT_SIDE))
  const lines = pngs.map((png) => inflateSync(png.subarray(IDAT, IDAT + png.readUInt32BE(IDAT - 8))))
  const zlib = (level: number): Part => ({
    part: 'compressing its lines',
    by: `zlib, level ${level}`,
    'us each': time(lines, (each) => deflateSync(each, { level })),
    bytes: mean(lines.map((each) => deflateSync(each, { level }).length)),
  })
  return [
    { part: 'symbol', by: 'qr', 'us each': time(texts, qrSymbol), bytes: '' },
    {
      part: 'symbol',
      by: 'qrcode',
      'us each': time(texts, (text) => qrcode.create(text, { errorCorrectionLevel: 'Q' })),
      bytes: '',
    },
    {
      part: 'whole PNG from the symbol',
      by: 'ours',
      'us each': time(symbols, (symbol) => qrPng(symbol, PRINT_SIDE)),
      bytes: mean(pngs.map((png) => png.length)),
    },
    zlib(1),
    zlib(3),
    zlib(6),
    zlib(9),
  ]
}

function time<T>(items: T[], work: (item: T) => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    for (const item of items) work(item)
    const used = process.cpuUsage(before)
    return (used.user + used.system) / items.length
  })
  return Math.min(...rounds)
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
