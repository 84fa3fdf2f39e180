import { Button, Modal } from 'antd'
import { useState } from 'react'
import { CheckField } from '../../../components/form/field.tsx'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { shortcutsHere, switchShortcuts, useShortcutsOn } from '../../../lib/use-shortcuts.ts'
import { KEYS } from './keys.ts'
import styles from './shortcuts.module.css'

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }

/** The keys that work on this page, and the switch for whom they are in the way. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn()
  const [here] = useState(shortcutsHere)
  const listed = KEYS.filter(({ keys, everywhere }) => everywhere ?? keys.some((key) => here[key.toLowerCase()]))
  useFocusBack()
  return (
    <Modal
      open
      title="Keyboard shortcuts"
      onCancel={onClose}
      destroyOnHidden
      width={440}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="stack gap-s">
        {listed.map(({ keys, does }) => (
          <div key={does} className={styles.line}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{NAMES[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={`soft ${styles.note}`}>
        They rest while you type. Attend and reject still ask for a description. On the board C and P act on the chosen
        alert; without one they choose the first.
      </p>
      <CheckField checked={on} onChange={switchShortcuts}>
        Use these keys in this browser
      </CheckField>
    </Modal>
  )
}
