import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useSessionState } from '../../lib/session.ts'
import styles from './welcome.module.css'

/** Where subscribers and the sales chain land: it tells them to use the sidebar. */
export default function WelcomePage() {
  const user = useSessionState().session?.user
  return (
    <div className={styles.welcome}>
      <h1>Welcome{user?.first_name ? `, ${user.first_name}` : ''}</h1>
      <p className={styles.hint}>{TEXTS.use_sidebar}</p>
    </div>
  )
}
