const format = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** `14:05:09`, the time of day in India. */
export const kolkataTime = (at: Date): string => format.format(at)
