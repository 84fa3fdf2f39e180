import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { useId } from 'react'
import { NO_AUTO_ARM } from './use-arming.ts'
import styles from './watch.module.css'

interface EnableSoundRowProps {
  onLater: () => void
  onEnable: () => void
}

/** Asks once per page load. It blocks nothing: work goes on, and a click or key press anywhere arms the sound too. */
export function EnableSoundRow({ onLater, onEnable }: EnableSoundRowProps) {
  const id = useId()
  return (
    <section
      className={`row gap-l ${styles.row}`}
      role="dialog"
      aria-modal="false"
      aria-labelledby={id}
      data-sound-question=""
    >
      <h2 id={id} className={styles.title}>
        {TEXTS.widget_enable_title}
      </h2>
      <p className={styles.count}>
        This browser stays silent until you allow it. Enable sound to hear a siren, at full volume, whenever a new
        emergency alert arrives.
      </p>
      <div className={styles.actions}>
        {/* Later means later: this click must not arm the sound as any other click does. */}
        <Button onClick={onLater} {...{ [NO_AUTO_ARM]: '' }}>
          Later
        </Button>
        <Button type="primary" onClick={onEnable}>
          Enable
        </Button>
      </div>
    </section>
  )
}
