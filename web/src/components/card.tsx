import { Descriptions } from 'antd'
import { Children, type ReactNode } from 'react'
import styles from './card.module.css'

/** A card with a heading. Ours: antd's brings its Tabs along, 15 KB for a border and a title. */
export function Card({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section className={`panel ${styles.card}`} aria-label={title}>
      <div className="row between gap-s below">
        <h2 className="text-l">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Columns of cards, one below the other where they find no room beside each other. */
export const CardColumns = ({ children }: { children: ReactNode }) => <div className="cards gap-l">{children}</div>

export const CardColumn = ({ children }: { children: ReactNode }) => <div className="stack gap-l">{children}</div>

/** Labels with their values. An empty value, or one of empty parts, shows '-'. */
export type Labelled = Readonly<Record<string, ReactNode>>

const isEmpty = (value: ReactNode) => Children.toArray(value).every((part) => part === '')

const LABEL = { flex: '0 0 max(6.5rem, 30%)', alignSelf: 'baseline', marginInlineEnd: '0.75rem' }
const VALUE = { alignSelf: 'baseline', fontWeight: 500 }

/** Labels and values, one pair a line. */
export function Facts({ of }: { of: Labelled }) {
  return (
    <Descriptions
      column={1}
      size="small"
      colon={false}
      items={Object.entries(of).map(([label, value]) => ({
        key: label,
        label,
        // antd lays its content out in a row: words and a tag after them are one thing in it.
        children: <div>{isEmpty(value) ? '-' : value}</div>,
      }))}
      styles={{ label: LABEL, content: VALUE }}
    />
  )
}
