import { Button, Modal } from 'antd'
import { CheckField } from '../../../components/form/field.tsx'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { switchShortcuts, useShortcutsOn } from '../../../lib/use-shortcuts.ts'
import styles from './shortcuts.module.css'

const KEYS = [
  { keys: ['J', 'K'], does: 'Next alert, alert before' },
  { keys: ['N'], does: 'Next alert that needs you' },
  { keys: ['Enter'], does: 'Open the chosen alert' },
  { keys: ['S'], does: 'Send the ambulance that suits best (Enter confirms)' },
  { keys: ['1', '2', '3', '4', '5'], does: 'Send the first to the fifth of the list, on the page of an alert' },
  { keys: ['C'], does: 'Claim the alert, or take it over' },
  { keys: ['P'], does: 'Phone: call the bystander, or the subscriber' },
  { keys: ['W'], does: 'Write a note' },
  { keys: ['A'], does: 'Attend the alert' },
  { keys: ['R'], does: 'Reject the alert' },
  { keys: ['?'], does: 'Show these keys' },
]

/** The keys of the console, and the switch for whom they are in the way. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn()
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
      <dl className={styles.keys}>
        {KEYS.map(({ keys, does }) => (
          <div key={does} className={styles.line}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        They work on the board and on the page of an alert, not while you type. Attend and reject still ask for a
        description. On the board C and P act on the chosen alert; without one they choose the first.
      </p>
      <CheckField checked={on} onChange={switchShortcuts}>
        Use these keys in this browser
      </CheckField>
    </Modal>
  )
}
