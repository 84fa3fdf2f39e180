import type { OwnPush } from '@tvarit/shared/contracts/push'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import { Card } from '../../../components/card.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { deviceOf } from './device-of.ts'
import { PushButton } from '../push/push-button.tsx'
import { canPush } from '../push/push-here.ts'
import { usePush } from '../push/use-push.ts'

type Device = OwnPush['devices'][number]

/** The devices that get alarms, and whether they were reached. */
export function PushCard() {
  const { query, here, turnOff } = usePush()
  return (
    <Card title="Alarms on your devices">
      <div className="stack gap-m">
        <p>
          An alert that waits reaches these devices while you are not at an armed console, also when the browser is
          closed. SMS and calls come as well.
        </p>
        <Loaded query={query} loading="Loading devices" failed={TEXTS.push_failed}>
          {({ devices }) => (
            <ul className="stack gap-m pairs">
              {devices.map((device) => (
                <li key={device.id}>
                  <div>
                    <p>
                      {deviceOf(device.user_agent)}{' '}
                      {device.id === here?.id ? <Pill tone="green">This device</Pill> : null}
                    </p>
                    <p className="soft">{stateOf(device)}</p>
                  </div>
                  <Button
                    loading={turnOff.isPending && turnOff.variables === device.id}
                    onClick={() => turnOff.mutate(device.id)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {canPush() ? (
          <div className="row gap-s">
            <PushButton />
          </div>
        ) : (
          <p className="soft">
            This browser cannot get alarms. On an iPhone, add this page to the Home Screen and open it from there.
          </p>
        )}
      </div>
    </Card>
  )
}

function stateOf({ delivered_at, last_error }: Device): string {
  const reached = delivered_at ? `Last reached ${formatDateMinute(delivered_at)}` : 'Not reached yet'
  return last_error ? `${reached}. ${last_error}` : reached
}
