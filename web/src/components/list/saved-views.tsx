import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ListState } from '../../lib/use-list-state.ts'
import { useSavedViews } from '../../lib/use-saved-views.ts'
import styles from './list-tools.module.css'
import { countedInside, lengthOf } from '../../lib/length-note.ts'

const NAME_MOST = 30

/** The saved views of a list: one press shows them again. */
export function SavedViews({ list }: { list: ListState }) {
  const { views, remove } = useSavedViews()
  if (views.length === 0) return null
  return (
    <nav className="row gap-s below" aria-label="Saved views">
      {views.map(({ name, view }) => (
        <span key={name} className={styles.view} data-now={view === list.view || undefined}>
          <Link to={`?${view}`} aria-current={view === list.view ? 'true' : undefined}>
            {name}
          </Link>
          <button type="button" aria-label={`Delete the view ${name}`} onClick={() => remove(name)}>
            ×
          </button>
        </span>
      ))}
    </nav>
  )
}

/** Offered once the list is narrowed or ordered in a way that is not saved yet. Enter saves, Escape leaves. */
export function SaveView({ list }: { list: ListState }) {
  const { views, save } = useSavedViews()
  const [name, setName] = useState<string | null>(null)
  if (!list.view || views.some(({ view }) => view === list.view)) return null
  if (name === null) return <Button onClick={() => setName('')}>Save view</Button>
  const onSave = () => {
    if (lengthOf(name) > NAME_MOST) return
    if (name.trim()) save({ name: name.trim(), view: list.view })
    setName(null)
  }
  return (
    <span className={styles.naming}>
      <Input
        aria-label="Name of the view"
        placeholder="Name of the view"
        autoFocus
        {...countedInside(NAME_MOST)}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={onSave}
        onKeyDown={({ key }) => key === 'Escape' && setName(null)}
      />
      <Button type="primary" onClick={onSave}>
        Save
      </Button>
    </span>
  )
}
