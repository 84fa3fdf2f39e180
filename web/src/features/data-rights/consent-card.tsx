import type { ConsentState } from '@tvarit/shared/contracts/consents'
import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { errorText } from '../../lib/error-text.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'

/** What the subscriber has consented to, and the way out and back in. It never stands before help. */
export function ConsentCard() {
  const consent = useQuery(trpc.dataRights.consent.queryOptions(undefined, { meta: { silent: true } }))
  const [withdrawing, setWithdrawing] = useState(false)
  const change = useMutation(
    trpc.dataRights.changeConsent.mutationOptions({
      meta: { silent: true },
      onSuccess: (state) => {
        setWithdrawing(false)
        queryClient.setQueryData(trpc.dataRights.consent.queryKey(), state)
        return queryClient.invalidateQueries(trpc.users.profile.pathFilter())
      },
    }),
  )
  const failed = change.isError ? errorText(change.error, TEXTS.consent_failed) : null
  const give = () => change.mutate({ event: 'given' })
  return (
    <>
      <Card title="My consent">
        <Loaded query={consent} loading="Loading your consent" failed={TEXTS.consent_load_failed} rows={2}>
          {(state) => (
            <div className="stack gap-m">
              {state.news ? <Notice tone="info">{`New in our notice: ${state.news}`}</Notice> : null}
              <p className="soft">{inWords(state)}</p>
              {failed && !withdrawing ? <Notice tone="error">{failed}</Notice> : null}
              <div className="row gap-s">
                {state.withdrawn || state.news ? (
                  <Button type="primary" loading={change.isPending} onClick={give}>
                    {state.withdrawn ? 'Give consent again' : 'Accept'}
                  </Button>
                ) : null}
                {state.withdrawn ? null : <Button onClick={() => setWithdrawing(true)}>Withdraw consent</Button>}
              </div>
            </div>
          )}
        </Loaded>
      </Card>
      {withdrawing ? (
        <FormDialog
          title="Withdraw consent"
          submit="Withdraw"
          danger
          busy={change.isPending}
          error={failed}
          onCancel={() => setWithdrawing(false)}
          onSubmit={() => change.mutate({ event: 'withdrawn' })}
        >
          <p>
            Your health data (conditions, medicines, allergies, blood group, date of birth, sex) is deleted at once.
            Your plan goes on: a scan still calls for help and tells your contacts, but nobody who helps will know of
            your health. You can consent again at any time and enter them again.
          </p>
        </FormDialog>
      ) : null}
    </>
  )
}

function inWords({ withdrawn, version, history }: ConsentState): string {
  const [last] = history
  const when = last ? ` on ${indianDate(last.at)}` : ''
  return withdrawn
    ? `You withdrew your consent${when}. We keep no health data of you.`
    : `You consented${when} that we keep your health data to help you in an emergency (notice ${version}).`
}
