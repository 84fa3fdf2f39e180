import type { Reveal } from '@tvarit/shared/contracts/chain'
import { Button } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import styles from '../chain.module.css'
import { Hinted } from './kyc-hint.tsx'
import { RevealDialog } from './reveal-dialog.tsx'

interface IdentityNumberProps {
  member_id: number
  admin: boolean
  label: string
  field: Reveal['field']
  masked: string | null
  hint: string | undefined
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** A masked number. An admin who gives a reason sees it whole until the page is left. */
export function IdentityNumber({ member_id, admin, label, field, masked, hint }: IdentityNumberProps) {
  const [asking, setAsking] = useState(false)
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <Hinted hint={hint}>
        {value ? (
          <span className={styles.copied}>
            {/* The button that asked is gone: the focus goes on to what it brought. */}
            <span ref={takeFocus} tabIndex={-1} className="mono">
              {value}
            </span>
            <CopyButton text={value} what={label} />
          </span>
        ) : masked ? (
          <span className={styles.copied}>
            <span className="mono">{masked}</span>
            {admin ? (
              <Button size="small" aria-label={`Reveal ${label}`} onClick={() => setAsking(true)}>
                Reveal
              </Button>
            ) : null}
          </span>
        ) : null}
      </Hinted>
      {asking ? (
        <RevealDialog
          member_id={member_id}
          field={field}
          label={label}
          onClose={() => setAsking(false)}
          onValue={(revealed) => {
            setAsking(false)
            setValue(revealed)
          }}
        />
      ) : null}
    </>
  )
}
