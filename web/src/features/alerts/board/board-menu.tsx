import { useState } from 'react'
import { MenuButton } from '../../../components/menu-button.tsx'
import { WriteNoteDialog } from '../shift-notes/write-note-dialog.tsx'
import ShortcutsDialog from '../shortcuts/shortcuts-dialog.tsx'
import { SoundTestDialog } from '../watch/sound-test-dialog.tsx'
import { StartDrillDialog } from './start-drill-dialog.tsx'

const DIALOGS = {
  'Test sound': SoundTestDialog,
  Keys: ShortcutsDialog,
  'Start a drill': StartDrillDialog,
  'Write handover note': WriteNoteDialog,
}
type Name = keyof typeof DIALOGS
const NAMES = Object.keys(DIALOGS) as Name[]

/** What is done on the board once a shift. */
export function BoardMenu() {
  const [name, setName] = useState<Name | null>(null)
  const Dialog = name && DIALOGS[name]
  return (
    <>
      <MenuButton aria-keyshortcuts="?" items={NAMES.map((label) => ({ label, onClick: () => setName(label) }))}>
        More
      </MenuButton>
      {Dialog ? <Dialog onClose={() => setName(null)} /> : null}
    </>
  )
}
