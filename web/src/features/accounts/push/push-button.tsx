import { Button } from 'antd'
import { usePush } from './use-push.ts'

/** Offers alarms on this device, where it can get them and does not yet. The browser asks the person only after the click. */
export function PushButton() {
  const { query, turnOn, offered } = usePush()
  if (!offered) return null
  return (
    <Button loading={turnOn.isPending} onClick={() => query.data && turnOn.mutate(query.data.public_key)}>
      Get alarms on this device
    </Button>
  )
}
