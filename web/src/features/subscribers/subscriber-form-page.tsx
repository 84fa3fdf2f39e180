import { Modal } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { api } from '../../lib/trpc.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { useUnsent } from '../../lib/unsent.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useLater } from '../../lib/use-later.ts'
import dialogStyles from '../accounts/register/register.module.css'
import { RegisterForm } from '../accounts/register/register-form.tsx'
import { CUSTOMER_WORDING } from '../accounts/register/wording.ts'
import styles from './subscribers.module.css'

/** Staff or an admin registers a customer who is beside them or on the phone; the code goes to the customer. */
export default function SubscriberFormPage() {
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const [sending, setSending] = useState(false)
  const form_id = useId()
  useUnsent(form_id, sending || done)
  useLater(done ? '/all-subscribers' : undefined, 0, (path) => void navigate(path))
  const submit = async (data: FormData, signal: AbortSignal) => {
    setSending(true)
    try {
      await api.subscribers.registerInside.mutate(data, { signal })
    } finally {
      setSending(false)
    }
  }
  const onDone = () => {
    void queryClient.invalidateQueries(trpc.subscribers.list.pathFilter())
    void queryClient.invalidateQueries(trpc.dashboard.read.pathFilter())
    setDone(true)
  }
  return (
    <>
      <BackLink to="/all-subscribers">Back to All Subscribers</BackLink>
      <PageHead
        title="Add Subscriber"
        note="A code goes to the customer's phone at the end: have the customer with you."
      />
      <div id={form_id} className={`stack gap-l ${styles.form}`}>
        <RegisterForm submit={submit} wording={CUSTOMER_WORDING} Dialog={OfficeDialog} onDone={onDone} />
      </div>
    </>
  )
}

interface OfficeDialogProps {
  title: string
  onCancel: () => void
  children: ReactNode
  footer: ReactNode
}

/** The browser's own dialog would lie above everything: a new alert must stay in sight and in reach. */
function OfficeDialog({ title, onCancel, children, footer }: OfficeDialogProps) {
  useFocusBack()
  return (
    <Modal
      open
      title={title}
      onCancel={onCancel}
      footer={<div className="row end gap-s">{footer}</div>}
      width={576}
      mask={{ closable: false }}
    >
      <div className={dialogStyles.officeBody}>{children}</div>
    </Modal>
  )
}
