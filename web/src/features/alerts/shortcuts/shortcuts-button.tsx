import { Button } from 'antd'
import { useState } from 'react'
import ShortcutsDialog from './shortcuts-dialog.tsx'

/** Shows which keys there are; so does `?`. */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-keyshortcuts="?" onClick={() => setOpen(true)}>
        Keys
      </Button>
      {open ? <ShortcutsDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
