import { indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { type Plan, PLAN_KM, PLAN_NAMES, PLANS, type Subscription } from '@tvarit/shared/contracts/plans'
import { priceText } from '@tvarit/shared/contracts/public-pages'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { brand } from '../../lib/brand.ts'
import { addDays } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useNow } from '../../lib/use-now.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { usePlan, whenRenewed } from './plan-queries.ts'

/** An admin renews a subscriber's plan that was paid for elsewhere. */
export function RenewPlanButton({ user_id }: { user_id: number }) {
  const plan = usePlan(user_id).data
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setAsking(true)}>
        Renew plan
      </Button>
      {asking && plan ? <RenewDialog user_id={user_id} current={plan} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

interface RenewDialogProps {
  user_id: number
  current: Subscription
  onClose: () => void
}

/** What it covers and, where it is set, costs. */
function planLabel(plan: Plan): string {
  const rupees = brand.prices[plan]
  return `${PLAN_NAMES[plan]}, one ride up to ${PLAN_KM[plan]} km${rupees === null ? '' : `, ${priceText(rupees, 'en')}`}`
}

function RenewDialog({ user_id, current, onClose }: RenewDialogProps) {
  const [plan, setPlan] = useState<Plan>(current.terms[0]?.plan ?? 'BASIC')
  const today = indianDay(useNow())
  // As the admin sees it: when the answer of a renewal is lost, a second press must not renew once more.
  const [seen] = useState(current.ending_date)
  const next = addDays(seen, 1)
  const start = next > today ? next : today
  const renew = useCreation(trpc.subscribers.renew.mutationOptions(whenRenewed(user_id)))
  return (
    <FormDialog
      title="Renew plan"
      submit="Renew plan"
      busy={renew.isPending}
      error={renew.isError ? errorText(renew.error, TEXTS.renewal_failed) : null}
      onCancel={onClose}
      onSubmit={() => renew.mutate({ id: user_id, plan, ending_date: seen }, { onSuccess: onClose })}
    >
      <p>
        One more term with a ride of its own, on the same sticker: {indianDate(start)} to{' '}
        {indianDate(addDays(start, LIMITS.term_days))}.
      </p>
      <Radio.Group
        aria-label="Plan"
        value={plan}
        onChange={(event) => setPlan(event.target.value as Plan)}
        options={PLANS.map((name) => ({ value: name, label: planLabel(name) }))}
      />
      <p>Renew only what has been paid for. Who renewed is kept in the audit.</p>
    </FormDialog>
  )
}
