/** The same database as the role the product runs as, which owns nothing. */
export function appUrl(owner_url: string): string {
  const url = new URL(owner_url)
  url.username = 'tvarit_app'
  url.password = 'app'
  return url.href
}
