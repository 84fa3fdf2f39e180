import { PlainButton } from '../../components/plain/plain-button.tsx'
import { HelpLine } from '../../components/plain/public-frame.tsx'
import styles from './landing.module.css'

const STEPS = [
  ['Stick it on', 'A QR sticker on the windshield, the phone or the purse, registered to you in two minutes.'],
  ['Somebody scans it', 'A bystander needs no app and no login: one page, one button.'],
  ['Help is on its way', 'The call centre sees the alert at once, sends an ambulance and tells your family.'],
] as const

/** The public face, for now: what it is, the two ways in, and 112. Its full content comes with the next issue. */
export default function LandingPage() {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <img src="/favicon.svg" width="36" height="36" alt="" />
          Tvarit
        </span>
        <nav className={styles.nav} aria-label="Account">
          <PlainButton href="/userlogin">Login</PlainButton>
          <PlainButton kind="primary" href="/register">
            Subscribe Now
          </PlainButton>
        </nav>
      </header>
      <main>
        <section className={styles.hero}>
          <h1>An ambulance, one scan away</h1>
          <p>
            If you cannot call for help yourself, your sticker can. Whoever finds you scans it and presses one button.
          </p>
        </section>
        <ol className={styles.steps}>
          {STEPS.map(([title, text], index) => (
            <li key={title} className={styles.step}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={styles.limits}>
          One ambulance ride a year, up to 10 km (Basic) or 15 km (Gold). Coverage depends on the ambulances near you.
        </p>
      </main>
      <HelpLine />
    </div>
  )
}
