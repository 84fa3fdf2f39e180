import { type Location, ScrollRestoration } from 'react-router'

/**
 * A page that was loaded whole has the key 'default', whatever its address. By its address it opens where it was left itself,
 * not where the page before it was.
 */
const keyOf = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key)

/** Opens each page where it was left: at its top when it is new. */
export const ScrollMemory = () => <ScrollRestoration getKey={keyOf} />
