import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Tooltip } from 'antd'
import { NO_AUTO_ARM } from './use-arming.ts'
import styles from './watch.module.css'

/** Green while the channel is open and sound is armed; otherwise red and pulsing, and pressing it retries. */
export function WatchButton({ active, wall, onClick }: { active: boolean; wall: boolean; onClick: () => void }) {
  const text = active ? TEXTS.widget_active : TEXTS.widget_offline
  return (
    <Tooltip title={text}>
      <button
        type="button"
        className={`${styles.button} ${active ? styles.active : styles.offline} ${wall ? styles.onWall : ''}`}
        aria-label={text}
        onClick={onClick}
        {...{ [NO_AUTO_ARM]: '' }}
      >
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
          <path
            d="M6 17v-6a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          {active ? null : <path d="M4 3l16 18" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />}
        </svg>
      </button>
    </Tooltip>
  )
}
