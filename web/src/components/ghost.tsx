import styles from './ghost.module.css'

/** Stands where a figure or a few words will be: a bar as tall as its letters. */
export const Ghost = ({ characters }: { characters: number }) => (
  <span className={styles.ghost} style={{ width: `${characters}ch` }} aria-hidden="true" />
)
