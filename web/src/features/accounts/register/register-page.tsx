import { LIMITS } from '@tvarit/shared/contracts/limits'
import { HOME_OF_ROLE, type Role } from '@tvarit/shared/contracts/roles'
import { useNavigate } from 'react-router'
import { PublicFrame } from '../../../components/plain/public-frame.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { api } from '../../../lib/trpc.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './register.module.css'
import { CUSTOMER_WORDING, OWN_WORDING } from './wording.ts'

const PARTNERS: readonly Role[] = ['super_distributor', 'distributor', 'retailer']

/** Self-registration. A sales partner who is logged in registers a customer here, and goes back home afterwards. */
export default function RegisterPage() {
  const navigate = useNavigate()
  const { session } = useSessionState()
  const partner = PARTNERS.find((role) => role === session?.user.role)
  const leave = () => {
    if (partner) toast.successThere('The customer is registered.')
    void navigate(partner ? HOME_OF_ROLE[partner] : '/userlogin')
  }
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
        submit={(data) => api.subscribers.register.mutate(data)}
        wording={partner ? CUSTOMER_WORDING : OWN_WORDING}
        onDone={() => setTimeout(leave, LIMITS.redirect_after_register_ms)}
      />
    </PublicFrame>
  )
}
