import type { ContactCheck, ContactCheckState } from '@tvarit/shared/contracts/contact-checks'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Card } from '../../../components/card.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill, type PillTone } from '../../../components/pill.tsx'
import { brand } from '../../../lib/brand.ts'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'

export const CHECK_LABELS: Record<ContactCheckState, { tone: PillTone; text: string }> = {
  never: { tone: 'grey', text: 'Not asked yet' },
  queued: { tone: 'brand', text: 'On its way' },
  sent: { tone: 'brand', text: 'Sent' },
  delivered: { tone: 'green', text: 'Delivered' },
  failed: { tone: 'red', text: 'Failed' },
}

const WATCH_EVERY_MS = 3_000
/** A delivery report that has not come by then may never come. */
const WATCH_FOR_MS = 10 * 60_000

const isMoving = ({ state, at }: ContactCheck): boolean =>
  (state === 'queued' || state === 'sent') && at !== null && Date.now() - Date.parse(at) < WATCH_FOR_MS

/** The checks of the own contacts, read again while one is on its way. */
export const useContactChecks = () =>
  useQuery(
    trpc.subscribers.contactChecks.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.some(isMoving) ? WATCH_EVERY_MS : false),
      meta: { silent: true },
    }),
  )

/** A wrong number is found now and not after an accident. */
export function ContactCheckCard() {
  const query = useContactChecks()
  const send = useCreation(
    trpc.subscribers.checkContacts.mutationOptions({
      meta: { errorText: TEXTS.contact_check_failed },
      onSuccess: (checks) => {
        queryClient.setQueryData(trpc.subscribers.contactChecks.queryKey(), checks)
        toast.success(TEXTS.contact_check_sent)
      },
    }),
  )
  return (
    <Card title="Check my contacts">
      <div className="stack gap-m">
        <p>
          Each contact gets one SMS: you named them as emergency contact with {brand.name}, and whom to call if that is
          wrong. Nothing about your health.
        </p>
        <Loaded query={query} loading="Loading your contacts" failed={TEXTS.contact_checks_failed}>
          {(contacts) => <Contacts contacts={contacts} sending={send.isPending} onSend={() => send.mutate()} />}
        </Loaded>
      </div>
    </Card>
  )
}

interface ContactsProps {
  contacts: readonly ContactCheck[]
  sending: boolean
  onSend: () => void
}

function Contacts({ contacts, sending, onSend }: ContactsProps) {
  const due = contacts.filter((contact) => contact.due).length
  if (contacts.length === 0) return <p>{TEXTS.contact_check_nobody}</p>
  return (
    <>
      <ul className="lines pairs" aria-label="Contacts and their SMS">
        {contacts.map((contact) => (
          <li key={contact.phone}>
            <div>
              <p>
                {contact.name ?? contact.relation} <PhoneLink phone={contact.phone} />
              </p>
              <p className="soft">
                {contact.relation}
                {contact.at ? `, asked on ${indianDate(contact.at)}` : ''}
                {contact.state === 'failed' ? '. Check the number, then try again tomorrow.' : ''}
              </p>
            </div>
            <Pill tone={CHECK_LABELS[contact.state].tone}>{CHECK_LABELS[contact.state].text}</Pill>
          </li>
        ))}
      </ul>
      {due > 0 ? (
        <div>
          <Button loading={sending} onClick={onSend}>
            {due === 1 ? 'Send 1 SMS' : `Send ${due} SMS`}
          </Button>
        </div>
      ) : (
        <p className="soft">Each number is asked once in 30 days.</p>
      )}
    </>
  )
}
