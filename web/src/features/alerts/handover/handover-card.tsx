import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import type { HandoverView, HospitalChoice, HospitalChoices } from '@tvarit/shared/contracts/handover'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { isOver } from '../alert-facts.ts'
import { HandoverList } from './handover-list.tsx'
import { HospitalList } from './hospital-list.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SendHandoverDialog } from './send-handover-dialog.tsx'

interface Chosen {
  hospital: HospitalChoice
  channels: HospitalChoices['channels']
}

/** The hospital of an alert: which were notified, and which could be. */
export function HandoverCard({ alert }: { alert: AlertDetail }) {
  const [choosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [revoking, setRevoking] = useState<HandoverView | null>(null)
  const { handovers } = alert
  const why_not = whyNot(alert)
  const notified = handovers.some(({ state }) => state === 'ACTIVE')
  // The next question as long as no hospital was notified; afterwards the exception.
  const offering = why_not === null && (!notified || choosing)
  return (
    <Card
      title="Hospital"
      aside={
        why_not === null && notified ? (
          <Button onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
            {choosing ? 'Hide hospitals' : 'Tell another hospital'}
          </Button>
        ) : null
      }
    >
      <HandoverList handovers={handovers} messages={alert.messages} onRevoke={setRevoking} />
      {why_not ? <p>{why_not}</p> : null}
      {offering ? (
        <HospitalList
          alert_id={alert.id}
          notified={handovers.filter(({ state }) => state === 'ACTIVE').map(({ hospital_id }) => hospital_id)}
          onChoose={setChosen}
        />
      ) : null}
      {chosen ? (
        <SendHandoverDialog
          alert_id={alert.id}
          {...chosen}
          onClose={() => setChosen(null)}
          onSent={() => {
            setChosen(null)
            setChoosing(false)
          }}
        />
      ) : null}
      {revoking ? <RevokeDialog alert_id={alert.id} handover={revoking} onClose={() => setRevoking(null)} /> : null}
    </Card>
  )
}

/** Why nothing can be sent for this alert, in words; null when it can. The server decides again. */
function whyNot(alert: AlertDetail): string | null {
  if (alert.drill) return 'This is a drill: no health data leaves the house.'
  if (!alert.user) return 'Nobody has registered this sticker: there is no health data to send.'
  if (alert.status === 'REJECTED') return 'The alert was rejected: no health data is sent, and links are dead.'
  return isOver(alert) ? 'The alert was raised more than a day ago.' : null
}
