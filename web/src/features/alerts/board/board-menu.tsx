import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { WriteNoteDialog } from '../shift-notes/write-note-dialog.tsx'
import { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx'
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

/** What is done on the board once a shift. `?` opens the keys. */
export function BoardMenu() {
  const [name, setName] = useState<Name | null>(null)
  useShortcuts({ '?': () => setName('Keys') })
  const Dialog = name && DIALOGS[name]
  return (
    <>
      <Dropdown
        menu={{ items: NAMES.map((name) => ({ key: name, label: name, onClick: () => setName(name) })) }}
        trigger={['click']}
        placement="bottomRight"
      >
        <Button aria-keyshortcuts="?">More</Button>
      </Dropdown>
      {Dialog ? <Dialog onClose={() => setName(null)} /> : null}
    </>
  )
}
