import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { toast } from '../../../lib/toasts.ts'
import { deviceOf } from './device-of.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'

/** Where a person is logged in, and the way to end it from here. */
export function SessionsCard() {
  const [asking, setAsking] = useState<{ id?: string; device?: string } | null>(null)
  const query = useQuery(trpc.auth.sessions.queryOptions(undefined, { meta: { silent: true } }))
  const end = useMutation(
    trpc.auth.endSession.mutationOptions({
      onSuccess: ({ detail }) => toast.success(detail),
      onSettled: () => queryClient.invalidateQueries(trpc.auth.sessions.pathFilter()),
    }),
  )
  if (!query.data) return null
  const { proof, sessions } = query.data
  const endOne = (id: string, device: string) => (proof === 'none' ? end.mutate({ id }) : setAsking({ id, device }))
  return (
    <Card title="Where you are logged in">
      <div className="stack gap-m">
        <ul className="stack gap-m pairs">
          {sessions.map((session) => (
            <li key={session.id}>
              <div>
                <p>{deviceOf(session.user_agent)}</p>
                <p className="soft">Last used {formatDateMinute(session.last_used_at)}</p>
              </div>
              {session.current ? (
                <Pill tone="green">This device</Pill>
              ) : (
                <Button
                  loading={end.isPending && end.variables.id === session.id}
                  onClick={() => endOne(session.id, deviceOf(session.user_agent))}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 ? (
          <div className="row gap-s">
            <Button onClick={() => setAsking({})}>Log out everywhere else</Button>
          </div>
        ) : null}
      </div>
      {asking ? <EndSessionDialog {...asking} proof={proof} onClose={() => setAsking(null)} /> : null}
    </Card>
  )
}
