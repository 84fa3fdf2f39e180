import { randomUUID } from 'node:crypto'
import type { DriverStepInput } from '@tvarit/shared/contracts/dispatch'
import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import { releaseOverdueAlerts } from '@tvarit/shared/domain/alerts/release-overdue-alerts'
import { advanceDispatch } from '@tvarit/shared/domain/dispatch/advance-dispatch'
import { inTransaction } from '@tvarit/shared/platform/context'
import { closeAlert, detailOf } from './alert-calls.ts'
import { assign, createAmbulance, raisedAlert } from './ambulances.ts'
import { call } from './api.ts'
import { createPerson, type Person } from './people.ts'
import type { World } from './world.ts'

/** Alerts that people at consoles answer for, and what is read of them; details as the admin reads them. */
export function ownedAlerts(world: World, admin: Person) {
  /** A member of the staff with a console that is open and armed. */
  async function atConsole(first_name = 'Asha') {
    const person = await createPerson(world, 'staff', first_name)
    const console_id = randomUUID()
    const report = async (open = true) => {
      const body = { console_id, armed: open, open }
      const { status } = await call(world.url, '/trpc/alerts.reportConsole', { body, access: person.access })
      if (status !== 200) throw new Error(`Not reported: ${status}`)
    }
    await report()
    return { ...person, report }
  }

  const post = async (person: Person, id: number, what: string, body: object = {}) => {
    const { status } = await call(world.url, `/api/qr/alerts/${id}/${what}/`, { body, access: person.access })
    if (status !== 200 && status !== 201) throw new Error(`Not posted: ${status}`)
  }
  const attend = async (person: Person, id: number) => {
    const { status } = await closeAlert(world, person, id, 'ATTENDED')
    if (status !== 200) throw new Error(`Not closed: ${status}`)
  }
  const detail = (id: number) => detailOf(world, admin, id)
  const progress = async (status_url: string) =>
    (await call(world.url, `${status_url}/state`)).body as unknown as AlertProgress

  /** What the workers do each second. */
  const look = () => releaseOverdueAlerts({ ctx: world.ctx() })

  /** The reasons for which an alert was given back, as its timeline says. */
  const givenBack = async (id: number) =>
    (await detail(id)).timeline
      .filter(({ kind, actor }) => kind === 'released' && actor === null)
      .map(({ text }) => text.replace('Given back: ', ''))

  async function claimed(person: Person) {
    const alert = await raisedAlert(world)
    await post(person, alert.id, 'claim')
    return alert
  }

  /** An alert of a person with an ambulance that was sent just now from so many kilometres away. */
  async function withAmbulance(person: Person, base_km = 1) {
    const alert = await claimed(person)
    const ambulance = await createAmbulance(world, { base_km })
    const { status } = await assign(world, person, alert.id, { ambulance_id: ambulance.id })
    if (status !== 201) throw new Error(`Not sent: ${status}`)
    return { alert, ambulance }
  }

  /** A step on the driver's page. */
  async function driverStep({ alert }: { alert: { id: number } }, step: DriverStepInput['step']) {
    const input = { alert_id: alert.id, step, pressed_ms_ago: 0 }
    const taken = await inTransaction(world.ctx(), (tx) => advanceDispatch(tx, input, null))
    if (!taken) throw new Error(`The step ${step} was not taken`)
  }

  return { atConsole, post, attend, detail, progress, look, givenBack, claimed, withAmbulance, driverStep }
}
