import styles from './portrait.module.css'

/** A person's photo, or their initials. */
export function Portrait({ photo, name, size }: { photo: string | null; name: string; size: number }) {
  if (photo) {
    return <img className={styles.photo} src={photo} width={size} height={size} alt="" loading="lazy" />
  }
  const initials = name
    .split(' ')
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <svg className={styles.initials} viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <text x="20" y="20" dy="0.36em" textAnchor="middle">
        {initials.toUpperCase()}
      </text>
    </svg>
  )
}
