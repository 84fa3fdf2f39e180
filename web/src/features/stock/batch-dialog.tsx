import { spokenCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { dayText } from '@tvarit/shared/contracts/indian-time'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { Facts } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { formatCount } from '../../lib/format-count.ts'
import styles from './stock.module.css'

interface BatchDialogProps {
  id: number
  holder_id: number | undefined
  onClose: () => void
}

/** Which numbers of a batch a holder has. */
export function BatchDialog({ id, holder_id, onClose }: BatchDialogProps) {
  useFocusBack()
  const query = useQuery(trpc.stock.batch.queryOptions({ id, holder_id }, { meta: { silent: true } }))
  const part = ({ count, numbers }: { count: number; numbers: string }) =>
    count === 0 ? (
      'none'
    ) : (
      <span className={`numbers ${styles.numbers}`}>
        {formatCount(count)}: {numbers}
      </span>
    )
  return (
    <Modal
      open
      title={query.data?.name ? `${query.data.name} (batch ${id})` : `Batch ${id}`}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={query} loading="Loading numbers" failed={TEXTS.stock_batch_unknown}>
        {({ available, activated, voided, newest_activated }) => (
          <Facts
            of={{
              'In stock': part(available),
              Activated: part(activated),
              Voided: part(voided),
              ...(newest_activated.length > 0 && {
                'Newest activated': newest_activated.map(({ serial_number, number, day }) => (
                  <p key={serial_number} className="numbers">
                    {spokenCode(serial_number)} (number {number}), {dayText(day)}
                  </p>
                )),
              }),
            }}
          />
        )}
      </Loaded>
    </Modal>
  )
}
