import { Button } from 'antd'
import { useState } from 'react'
import { SoundTestDialog } from './sound-test-dialog.tsx'

/** Whether this computer can be heard, before it matters. */
export function SoundTestButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Test sound</Button>
      {open ? <SoundTestDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
