import { Button } from 'antd'
import { useState } from 'react'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Shows which keys there are, by a press or by `?`. */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <Button aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        Keys
      </Button>
      {open ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
