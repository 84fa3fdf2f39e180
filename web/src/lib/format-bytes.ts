const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const
const FIGURE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** `812 bytes`, `12.4 KB`, `3.1 MB`; 1 KB is 1000 bytes. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${FIGURE.format(bytes / 1000 ** unit)} ${UNITS[unit]}`
}
