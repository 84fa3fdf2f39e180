import { indianDate, indianDay, indianMinute, indianWeekday } from '@tvarit/shared/contracts/indian-time'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { type OnCallPlan, type Shift, type ShiftPart, shiftsOf, WEEKDAYS } from '@tvarit/shared/contracts/on-call-plan'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { addDays } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import type { Asked } from './on-call-page.tsx'
import styles from './on-call.module.css'

const WEEKS = [0, 1, 2, 3]
/** A week begins on Monday. */
const DAYS = [0, 1, 2, 3, 4, 5, 6]

const planOf = ({ rota: { weeks }, overrides }: OnCallPage): OnCallPlan => ({
  rota: weeks.map(({ id }) => id),
  since: weeks[0] ? Date.parse(weeks[0].from) : 0,
  overrides: overrides.map(({ person_id, from, to }) => ({ person_id, from: Date.parse(from), to: Date.parse(to) })),
})

const shortDate = (moment: number): string => indianDate(moment).replace(/ \d{4}$/, '')

/** `Mon 30 Nov Night 20:00 to 08:00`. */
export const shiftText = (shift: Shift): string => `${dayOf(shift)} ${shift.name} ${hoursOf(shift)}`
const dayOf = ({ from }: Shift): string => `${WEEKDAYS[indianWeekday(from)]!.slice(0, 3)} ${shortDate(from)}`
const hoursOf = ({ from, to }: Shift): string => `${indianMinute(from)} to ${indianMinute(to)}`

/** Who is on call in four weeks, day and night. A press on a shift changes it. */
export function RotaCard({ data, ask }: { data: OnCallPage; ask: (what: Asked) => void }) {
  const [ahead, setAhead] = useState(0)
  const now = useNow()
  const { weekday, time, weeks } = data.rota
  const first = addDays(indianDay(now), 28 * ahead - ((indianWeekday(now) + 6) % 7))
  const plan = planOf(data)
  const planned = weeks.length > 0 || plan.overrides.length > 0
  const nameOf = new Map(data.people.map(({ id, name }) => [id, name]))
  const has_rota = weeks.length > 0
  const words = ({ people }: ShiftPart) =>
    people.map((id) => nameOf.get(id) ?? '').join(', ') || (has_rota ? 'No person named' : 'Everybody')
  return (
    <Card
      title="Rota"
      aside={
        <div className={styles.actions}>
          {planned ? (
            <>
              <Button disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
                Four weeks before
              </Button>
              <Button onClick={() => setAhead(ahead + 1)}>Four weeks later</Button>
            </>
          ) : null}
          <Button type={has_rota ? 'default' : 'primary'} onClick={() => ask({ dialog: 'rota' })}>
            {has_rota ? 'Change rota' : 'Make a rota'}
          </Button>
          <Button disabled={data.people.length === 0} onClick={() => ask({ dialog: 'override', shift: null })}>
            Add override
          </Button>
        </div>
      }
    >
      <p>
        {has_rota
          ? `Handover every ${WEEKDAYS[weekday]} at ${time}, India time. After the last person the first one follows. Press a shift to put another person on call.`
          : 'There is no rota: everybody on the list is called at once.'}
      </p>
      {planned ? (
        <>
          <p className={styles.legend}>
            <span className={styles.now}>Now</span>
            <span className={styles.override}>Override</span>
            {has_rota ? <span className={styles.gap}>No person named: everybody is called at once</span> : null}
          </p>
          <table className={styles.calendar} aria-label="On call in four weeks">
            <thead>
              <tr>
                {DAYS.map((day) => (
                  <th key={day} scope="col">
                    {WEEKDAYS[(day + 1) % 7]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {WEEKS.map((week) => (
                <tr key={week}>
                  {DAYS.map((day) => {
                    const midnight = Date.parse(`${addDays(first, 7 * week + day)}T00:00:00+05:30`)
                    return (
                      <td key={day} className={midnight + 36 * 3_600_000 < now ? styles.past : undefined}>
                        <span className={styles.date}>
                          <span className={styles.weekday}>{WEEKDAYS[(day + 1) % 7]!.slice(0, 3)} </span>
                          {shortDate(midnight)}
                        </span>
                        {shiftsOf(plan, midnight).map((shift) => (
                          <ShiftButton
                            key={shift.name}
                            shift={shift}
                            now={now}
                            words={words}
                            has_rota={has_rota}
                            onPress={() => ask({ dialog: 'override', shift })}
                          />
                        ))}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </Card>
  )
}

interface ShiftButtonProps {
  shift: Shift
  now: number
  words: (part: ShiftPart) => string
  has_rota: boolean
  onPress: () => void
}

/** What is over is not known any more: ended overrides are not read. */
function ShiftButton({ shift, now, words, has_rota, onPress }: ShiftButtonProps) {
  const { name, from, to, parts } = shift
  if (to <= now) return <span className={styles.over}>{name}: over</span>
  return (
    <button type="button" className={styles.shift} aria-current={from <= now ? 'time' : undefined} onClick={onPress}>
      <span className="soft">
        <span className="visually-hidden">{dayOf(shift)}</span>
        {name}
        <span className="visually-hidden">{hoursOf(shift)}</span>
      </span>
      <span>
        {parts.map((part, n) => (
          <span
            key={part.from}
            className={`${styles.part} ${part.people.length === 0 && has_rota ? styles.gap : part.override ? styles.override : ''}`}
          >
            {n > 0 ? `${indianMinute(part.from)} ` : ''}
            {words(part)}
            {part.override ? <span className="visually-hidden">override</span> : null}
          </span>
        ))}
      </span>
    </button>
  )
}
