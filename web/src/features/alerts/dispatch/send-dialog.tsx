import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Notice } from '../../../components/notice.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { personName } from '../alert-facts.ts'
import { AMBULANCE_TYPES } from './ambulance-types.ts'
import { useAssign } from './use-dispatch.ts'

/** Whether an ambulance can be sent by a key: none goes, or its driver has not answered; and nobody practises. */
export const maySend = ({ status, drill, dispatch }: Pick<AlertCard, 'status' | 'drill' | 'dispatch'>): boolean =>
  status === 'PENDING' && !drill && (!dispatch || (dispatch.state === 'ASSIGNED' && dispatch.vehicle_number !== null))

interface SendDialogProps {
  card: AlertCard
  /** Which of the candidates, counted from 0: the first suits best. */
  choice: number
  onClose: () => void
}

/** Asks once before an ambulance is sent by a key. The button has the focus: Enter confirms, Escape cancels. */
export function SendDialog({ card, choice, onClose }: SendDialogProps) {
  const query = useQuery(trpc.dispatch.candidates.queryOptions({ id: card.id }, { meta: { silent: true } }))
  const assign = useAssign()
  // What the operator was asked about; the card may get another one meanwhile.
  const [replaced] = useState(card.dispatch)
  // What another visit left behind is not sent by; what is read again while one looks at it is.
  const waits = query.isPending || (query.isFetching && !query.isFetchedAfterMount)
  const found = waits ? undefined : query.data?.candidates[choice]
  useFocusBack()
  const send = () => {
    if (found && !assign.isPending)
      assign.mutate({ id: card.id, ambulance_id: found.ambulance_id, instead_of: replaced?.id }, { onSuccess: onClose })
  }
  return (
    <Modal
      open
      title={replaced ? `Send another to ${personName(card)}?` : `Send an ambulance to ${personName(card)}?`}
      onCancel={onClose}
      destroyOnHidden
      width={480}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="send" type="primary" autoFocus loading={waits || assign.isPending} onClick={send}>
          {found ? `Send ${found.vehicle_number}` : 'Send'}
        </Button>,
      ]}
    >
      {replaced ? <p>{replaced.vehicle_number} is then called off.</p> : null}
      {card.place || card.landmark ? <p>{[card.landmark, card.place].filter(Boolean).join(', ')}</p> : null}
      {found ? (
        <p>
          <strong>{found.vehicle_number}</strong>, {AMBULANCE_TYPES[found.type]}, {found.operator}:{' '}
          {found.eta_minutes === null ? 'arrival unknown' : `${found.eta_minutes} min`}. {found.reason}
        </p>
      ) : waits ? (
        <p>Looking for ambulances…</p>
      ) : (
        <Notice tone="warning">{missing(card, choice, query.isError)}</Notice>
      )}
    </Modal>
  )
}

function missing({ latitude }: AlertCard, choice: number, failed: boolean): string {
  if (failed) return 'The nearest ambulances could not be looked up. Open the alert and try again.'
  if (latitude === null) return 'The place is not known. Open the alert to set it, or to search all ambulances.'
  return choice === 0 ? 'No ambulance is available. Call 108.' : `There is no ambulance number ${choice + 1}.`
}
