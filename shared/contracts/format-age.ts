/** `0:42`, `12:05`, `2 h 14 m`, `3 d 4 h`: short enough to be read from two metres. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
  if (whole < 86_400)
    return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')} m`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3600)} h`
}
