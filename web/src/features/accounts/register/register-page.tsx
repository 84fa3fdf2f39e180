import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useNavigate } from 'react-router'
import { PublicFrame } from '../../../components/plain/public-frame.tsx'
import { api } from '../../../lib/trpc.ts'
import { RegisterForm } from './register-form.tsx'
import styles from './register.module.css'

/** Self-registration. */
export default function RegisterPage() {
  const navigate = useNavigate()
  return (
    <PublicFrame wide>
      <h1 className={styles.title}>Subscribe</h1>
      <p className={styles.lead}>
        Two minutes, with your sticker at hand. Your mobile number is confirmed by a code at the end.
      </p>
      <RegisterForm
        submit={(data) => api.subscribers.register.mutate(data)}
        onDone={() => setTimeout(() => void navigate('/userlogin'), LIMITS.redirect_after_register_ms)}
      />
    </PublicFrame>
  )
}
