import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { mergeCards, useLive } from './live/live-store.ts'
import { errorStatus, errorText } from '../../lib/error-text.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { toast } from '../../lib/toasts.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { firstName, personName } from './alert-facts.ts'

export type Closing = 'ATTENDED' | 'REJECTED'

/** The answer of a change is the newest card: on screen at once; the page of the alert reads its timeline again. */
function take(card: AlertCard): void {
  mergeCards([card])
  void queryClient.invalidateQueries(trpc.alerts.get.queryFilter({ id: card.id }))
}

/** After a rejection the console was wrong about the alert: read it again. */
function readAgain(): void {
  void queryClient.invalidateQueries(trpc.alerts.list.pathFilter())
  void queryClient.invalidateQueries(trpc.alerts.get.pathFilter())
}

/** Claims an alert, or takes it over from its owner. A conflict shows the server's name and time. */
export function useClaim() {
  return useMutation(
    trpc.alerts.claim.mutationOptions({
      meta: { errorText: 'Failed to claim alert.' },
      onSuccess: (card, { take_over }) => {
        take(card)
        toast.success(`${take_over ? 'You took over this alert' : 'You claimed this alert'}: ${personName(card)}`)
      },
      onError: readAgain,
    }),
  )
}

/** Puts an alert back so that another operator claims it. */
export function useRelease() {
  return useMutation(
    trpc.alerts.release.mutationOptions({
      meta: { errorText: 'The alert could not be put back.' },
      onSuccess: (card) => {
        take(card)
        toast.success('Put back. Everybody is called to take it.')
      },
      onError: readAgain,
    }),
  )
}

/** Writes a note onto the timeline and calls `onWritten`, also when its form is gone by then. */
export function useAddNote(onWritten: (note_id: string) => void) {
  return useMutation(
    trpc.alerts.addNote.mutationOptions({
      meta: { silent: true },
      onSuccess: (card, { note_id }) => {
        take(card)
        onWritten(note_id)
      },
    }),
  )
}

/** Sets the place of an alert: candidates and hospitals are measured from it at once. */
export function useSetPlace(meta: { silent?: boolean; errorText?: string }) {
  return useMutation(
    trpc.alerts.setPlace.mutationOptions({
      meta,
      onSuccess: (card) => {
        take(card)
        void queryClient.invalidateQueries(trpc.dispatch.pathFilter())
        void queryClient.invalidateQueries(trpc.handover.choices.pathFilter())
        toast.success(
          card.dispatch ? 'The place is set. Tell the driver by phone, too.' : 'The place of the alert is set.',
        )
      },
      onError: readAgain,
    }),
  )
}

/** Attend (accept) or reject. */
export function useCloseAlert() {
  return useMutation(
    trpc.alerts.update.mutationOptions({
      // The toast replaces 'Updating alert...', so the funnel must stay out of it.
      meta: { silent: true },
      onMutate: ({ id }) => toast.loading(TEXTS.alert_updating, { key: `update-${id as number}` }),
      onSuccess: (card) => {
        take(card)
        const text = card.status === 'ATTENDED' ? TEXTS.alert_attended : TEXTS.alert_rejected
        toast.success(text, { key: `update-${card.id}` })
      },
      onError: (error, { id, status }) => {
        const fallback = status === 'ATTENDED' ? TEXTS.alert_attend_failed : TEXTS.alert_reject_failed
        const conflict = errorStatus(error) === 409
        toast.error(errorText(error, fallback), { key: `update-${id as number}`, seconds: conflict ? 8 : 5 })
        readAgain()
      },
    }),
  )
}

/** A press so soon after a colleague's claim was meant for an alert that nobody had. */
const JUST_CLAIMED_MS = 3_000

/**
 * What a press on the claim button, or on C, sends. A colleague's alert is taken over, but not when it was claimed just
 * now: the button may have turned into "take over" under the finger. The server then answers with name and time.
 */
export function claimInput({ id, claimed_at }: Pick<AlertCard, 'id' | 'claimed_at'>): {
  id: number
  take_over: boolean
} {
  return { id, take_over: claimed_at !== null && serverNow() - Date.parse(claimed_at) > JUST_CLAIMED_MS }
}

/** What the claim button says: 'Claim', or "Claimed by Asha — take over". Null while the alert is closed or one's own. */
export function claimLabel(card: Pick<AlertCard, 'status' | 'claimed_by'>, own_id: number | undefined): string | null {
  if (card.status !== 'PENDING' || card.claimed_by?.id === own_id) return null
  return card.claimed_by ? `Claimed by ${firstName(card.claimed_by.name)} — take over` : 'Claim'
}

/** Whether the alert can be put back: by its owner, and by an admin. */
export const mayRelease = (
  card: Pick<AlertCard, 'status' | 'claimed_by'>,
  user: { id: number; role: string } | undefined,
): boolean =>
  card.status === 'PENDING' && card.claimed_by !== null && (card.claimed_by.id === user?.id || user?.role === 'admin')

/** The newest version this console has of a card: what changes while a question about it is open. */
export function useNewest(card: AlertCard): AlertCard {
  const live = useLive().cards.get(card.id)
  return live && live.version > card.version ? live : card
}
