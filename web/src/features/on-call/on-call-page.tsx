import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { Shift } from '@tvarit/shared/contracts/on-call-plan'
import type { OnCallPage as OnCall } from '@tvarit/shared/contracts/on-call'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CardColumn } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { Calls, Changes } from './history.tsx'
import { NowCard } from './now-card.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { PeopleCard } from './people-card.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'
import { RotaDialog } from './rota-dialog.tsx'
import { RotaCard } from './rota-card.tsx'
import { TimesCard } from './times-card.tsx'
import { TimesDialog } from './times-dialog.tsx'

/** Often enough to see a test call ring. */
const REFRESH_EVERY_MS = 2_000

export type Person = OnCall['people'][number]
/** What is being changed in a dialog. */
export type Asked =
  | { dialog: 'add' | 'rota' | 'times' }
  | { dialog: 'override'; shift: Shift | null }
  | { dialog: 'edit' | 'remove'; person: Person }

/** Who is called when an alert waits or no console is armed: people, rota, overrides, times, and what has happened. */
export default function OnCallPage() {
  const query = useQuery(
    trpc.onCall.read.queryOptions(undefined, { refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } }),
  )
  const [asked, ask] = useState<Asked | null>(null)
  return (
    <>
      <PageHead title="On call" note="Who is called when an alert waits or no console is armed" />
      <Loaded query={query} loading="Loading on call" failed={TEXTS.on_call_failed} rows={8}>
        {(data) => (
          <CardColumn>
            <NowCard data={data} />
            <RotaCard data={data} ask={ask} />
            <PeopleCard data={data} ask={ask} />
            <TimesCard data={data} ask={ask} />
            <Calls calls={data.calls} />
            <Changes changes={data.changes} />
            {asked ? <Dialog asked={asked} data={data} onClose={() => ask(null)} /> : null}
          </CardColumn>
        )}
      </Loaded>
    </>
  )
}

function Dialog({ asked, data, onClose }: { asked: Asked; data: OnCall; onClose: () => void }) {
  switch (asked.dialog) {
    case 'add':
      return <PersonDialog person={null} onClose={onClose} />
    case 'edit':
      return <PersonDialog person={asked.person} onClose={onClose} />
    case 'remove':
      return <RemovePersonDialog person={asked.person} onClose={onClose} />
    case 'rota':
      return <RotaDialog data={data} onClose={onClose} />
    case 'override':
      return <OverrideDialog data={data} shift={asked.shift} onClose={onClose} />
    case 'times':
      return <TimesDialog times={data.times} onClose={onClose} />
  }
}
