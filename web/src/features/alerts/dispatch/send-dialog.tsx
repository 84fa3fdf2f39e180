import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { Candidate } from '@tvarit/shared/contracts/dispatch'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useMatch } from 'react-router'
import { Notice } from '../../../components/notice.tsx'
import { formatMinutes } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { personName } from '../alert-facts.ts'
import { closedText } from '../owner-text.ts'
import { useNewest } from '../use-alert-actions.ts'
import { AMBULANCE_TYPES } from './ambulance-types.ts'
import { OutsideDialog } from './outside-dialog.tsx'
import { useAssign } from './use-dispatch.ts'

/** Whether an ambulance can be sent by a key: none goes, or its driver has not answered; and nobody practises. */
export const maySend = ({ status, drill, dispatch }: Pick<AlertCard, 'status' | 'drill' | 'dispatch'>): boolean =>
  status === 'PENDING' && !drill && (!dispatch || (dispatch.state === 'ASSIGNED' && dispatch.vehicle_number !== null))

/** The keys 1 to 5 send that candidate; the first is 0. */
export const choiceKeys = (act: (choice: number) => (() => void) | null) =>
  Object.fromEntries([0, 1, 2, 3, 4].map((choice) => [String(choice + 1), act(choice)]))

interface SendDialogProps {
  card: AlertCard
  /** Which of the candidates, counted from 0: the first suits best. */
  choice?: number
  /** The candidate itself, chosen by its button. */
  chosen?: Candidate | null
  /** The ambulance that is called off by it. */
  replaces?: { id: number; vehicle_number: string | null } | null
  onClose: () => void
}

/**
 * Asks once before an ambulance is sent. The button has the focus: Enter confirms, Escape cancels. Where none is near,
 * another provider has the focus.
 */
export function SendDialog({ card, choice = 0, chosen = null, replaces = card.dispatch, onClose }: SendDialogProps) {
  // What the operator is asked about: it becomes nothing else under Enter.
  const [{ was, replaced }] = useState({ was: card.status, replaced: replaces })
  const [found, setFound] = useState(chosen)
  const [outside, setOutside] = useState(false)
  const query = useQuery(
    trpc.dispatch.candidates.queryOptions(chosen ? skipToken : { id: card.id }, { meta: { silent: true } }),
  )
  const assign = useAssign()
  const on_own_page = useMatch('/qr-alerts/:id') !== null
  const now = useNewest(card)
  const closed = now.status !== 'PENDING' && now.status !== was
  // What another visit left behind, and what was rejected, is not sent by.
  const waits = !found && (query.isPending || (query.isFetching && (!query.isFetchedAfterMount || assign.isError)))
  const offered = waits ? undefined : query.data?.candidates[choice]
  if (!found && offered) setFound(offered)
  useFocusBack()
  const send = () => {
    if (!found || assign.isPending) return
    const order = { id: card.id, ambulance_id: found.ambulance_id, instead_of: replaced?.id }
    assign.mutate(order, { onSuccess: onClose, onError: () => setFound(chosen) })
  }
  if (outside) return <OutsideDialog alert_id={card.id} instead_of={replaced?.id} onClose={onClose} />
  const none_near = !waits && !found?.near
  return (
    <Modal
      open
      title={replaced ? `Send another to ${personName(card)}?` : `Send an ambulance to ${personName(card)}?`}
      onCancel={onClose}
      destroyOnHidden
      width={560}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        !closed && none_near ? (
          <Button key="outside" type="primary" autoFocus onClick={() => setOutside(true)}>
            Outside provider / 108
          </Button>
        ) : null,
        closed || (none_near && !found) ? null : (
          <Button
            // The focus is given when a button appears.
            key={none_near ? 'far' : 'send'}
            type={none_near ? 'default' : 'primary'}
            autoFocus={!none_near}
            loading={waits || assign.isPending}
            // The second press of the double click that asked is no answer.
            onClick={({ detail }) => detail < 2 && send()}
          >
            {found ? `Send ${found.vehicle_number}${found.near ? '' : ' anyway'}` : 'Send'}
          </Button>
        ),
      ]}
    >
      {closed ? (
        <Notice tone="warning">{closedText(now)}.</Notice>
      ) : (
        <>
          {replaced ? <p>{replaced.vehicle_number} is then called off.</p> : null}
          {now.place || now.landmark ? <p>{[now.landmark, now.place].filter(Boolean).join(', ')}</p> : null}
          {found && !found.near ? (
            <Notice tone="warning">
              {chosen ? 'This ambulance is not near.' : 'No ambulance is near.'} Call 108 or another provider first, and
              note who comes.
            </Notice>
          ) : null}
          {found ? (
            <p>
              <strong>{found.vehicle_number}</strong>, {AMBULANCE_TYPES[found.type]}, {found.operator}:{' '}
              {found.eta_minutes === null ? 'arrival unknown' : formatMinutes(found.eta_minutes)}. {found.reason}
            </p>
          ) : waits ? (
            <p>Looking for ambulances…</p>
          ) : (
            <Notice tone="warning">{missing(now, choice, query.isError, on_own_page)}</Notice>
          )}
        </>
      )}
    </Modal>
  )
}

function missing({ latitude }: AlertCard, choice: number, failed: boolean, on_own_page: boolean): string {
  if (failed)
    return `The nearest ambulances could not be looked up. ${on_own_page ? 'Try' : 'Open the alert and try'} again.`
  if (latitude === null)
    return on_own_page
      ? 'The place is not known. Set the place, or search all ambulances.'
      : 'The place is not known. Open the alert to set it, or to search all ambulances.'
  return choice === 0 ? 'No ambulance is available. Call 108.' : `There is no ambulance number ${choice + 1}.`
}
