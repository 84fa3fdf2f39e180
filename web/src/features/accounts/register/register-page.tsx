import { LIMITS } from '@tvarit/shared/contracts/limits'
import { HOME_OF_ROLE, type Role } from '@tvarit/shared/contracts/roles'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PublicFrame } from '../../../components/plain/public-frame.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { api } from '../../../lib/trpc.ts'
import { useLater } from '../../../lib/use-later.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './register.module.css'
import { CUSTOMER_WORDING, OWN_WORDING } from './wording.ts'

const PARTNERS: readonly Role[] = ['super_distributor', 'distributor', 'retailer']

/** Self-registration. A sales partner who is logged in registers a customer here, and goes back home afterwards. */
export default function RegisterPage() {
  const navigate = useNavigate()
  const { session } = useSessionState()
  const partner = PARTNERS.find((role) => role === session?.user.role)
  const [done, setDone] = useState(false)
  const then = partner ? HOME_OF_ROLE[partner] : '/userlogin'
  useLater(done ? then : undefined, LIMITS.redirect_after_register_ms, (path) => {
    if (partner) toast.successThere('The customer is registered.')
    void navigate(path)
  })
  return (
    <PublicFrame wide>
      <h1 className={styles.title}>{partner ? 'Register a customer' : 'Subscribe'}</h1>
      <p className={styles.lead}>
        {partner
          ? "Have the customer and the sticker with you: a code goes to the customer's phone at the end."
          : 'Two minutes, with your sticker at hand. Your mobile number is confirmed by a code at the end.'}
      </p>
      <RegisterForm
        keeps_draft
        submit={(data, signal) => api.subscribers.register.mutate(data, { signal })}
        wording={partner ? CUSTOMER_WORDING : OWN_WORDING}
        onDone={() => setDone(true)}
      />
    </PublicFrame>
  )
}
