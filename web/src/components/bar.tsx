import { Progress } from 'antd'

interface BarProps {
  /** Work that goes on, or a share that stands. */
  role: 'progressbar' | 'meter'
  /** What it measures, for screen readers. */
  label: string
  value: number
  max: number
  /** The figure in words, below the bar and for screen readers. */
  text: string
}

/** A bar with its figure. It is not announced on its own while it grows: people look when they want to know. */
export const Bar = ({ role, label, value, max, text }: BarProps) => (
  <Progress
    {...{ role }}
    aria-label={label}
    aria-valuemax={max}
    aria-valuenow={Math.min(max, value)}
    aria-valuetext={text}
    status="normal"
    size="small"
    percentPosition={{ align: 'center', type: 'outer' }}
    styles={{ body: { alignItems: 'start' } }}
    percent={max > 0 ? (100 * value) / max : 0}
    format={() => text}
  />
)
