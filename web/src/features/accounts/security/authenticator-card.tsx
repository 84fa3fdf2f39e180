import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { RenewCodesDialog } from './renew-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'

const FEW = 3

type Open = 'set_up' | 'renew' | 'turn_off' | null

/** The authenticator app: set up, move to another phone, new recovery codes, turn off. */
export function AuthenticatorCard() {
  const [open, setOpen] = useState<Open>(null)
  const factor = useQuery(
    trpc.secondFactor.read.queryOptions(undefined, { meta: { errorText: TEXTS.second_factor_load_failed } }),
  )
  if (!factor.data) {
    return factor.isPending ? (
      <div role="status" aria-label="Loading security settings">
        <Skeleton active paragraph={{ rows: 3 }} />
      </div>
    ) : (
      <LoadFailed text={TEXTS.second_factor_load_failed} query={factor} />
    )
  }
  const { enrolled_at, recovery_codes_left, required, proof } = factor.data
  const close = () => setOpen(null)
  return (
    <Card
      title="Authenticator app"
      aside={enrolled_at ? <Pill tone="green">Set up</Pill> : <Pill tone="grey">Not set up</Pill>}
    >
      <div className="stack gap-m">
        {enrolled_at ? (
          <p>
            Since {formatDateMinute(enrolled_at)} every login asks for a code of your app. Recovery codes left:{' '}
            <strong>{recovery_codes_left}</strong>.
          </p>
        ) : (
          <p>With an app on your phone a stolen password, or a stolen SIM card, is not enough to log in as you.</p>
        )}
        {enrolled_at && recovery_codes_left <= FEW ? (
          <Notice tone="warning">Few recovery codes are left. Make new ones before you need them.</Notice>
        ) : null}
        <div className="row gap-s">
          <Button type={enrolled_at ? 'default' : 'primary'} onClick={() => setOpen('set_up')}>
            {enrolled_at ? 'Move to another phone' : 'Set up the app'}
          </Button>
          {enrolled_at ? <Button onClick={() => setOpen('renew')}>New recovery codes</Button> : null}
          {enrolled_at && !required ? (
            <Button danger onClick={() => setOpen('turn_off')}>
              Turn off
            </Button>
          ) : null}
        </div>
        {enrolled_at && required ? <p className="soft">{TEXTS.second_factor_needed}</p> : null}
      </div>
      {open === 'set_up' ? <SetUpDialog proof={proof} onClose={close} /> : null}
      {open === 'renew' ? <RenewCodesDialog onClose={close} /> : null}
      {open === 'turn_off' ? <TurnOffDialog onClose={close} /> : null}
    </Card>
  )
}
