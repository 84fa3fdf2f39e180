/** Credentials and phone numbers travel to this address: encrypted, or not off this machine. */
export function isProviderAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  const loopback = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback)
  return url !== null && safe && !url.username && !url.password && !url.search && !url.hash
}
