import { LADDERS } from '@tvarit/shared/contracts/ladder'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { Button } from 'antd'
import { Card, Facts } from '../../components/card.tsx'
import type { Asked } from './on-call-page.tsx'

export function TimesCard({ data: { times }, ask }: { data: OnCallPage; ask: (what: Asked) => void }) {
  const everybody_after = times.level_3_seconds + LADDERS.on_call.not_reached_seconds
  return (
    <Card
      title="Escalation of an unclaimed alert"
      aside={<Button onClick={() => ask({ dialog: 'times' })}>Change times</Button>}
    >
      <Facts
        of={{
          'Level 1': `after ${LIMITS.escalation_seconds[0]} s: every console rings louder`,
          'Level 2': `after ${times.level_2_seconds} s: every admin is called`,
          'Level 3': `after ${times.level_3_seconds} s: the people on call are called`,
          'After that': `after ${everybody_after} s: everybody else on the list, too`,
        }}
      />
    </Card>
  )
}
