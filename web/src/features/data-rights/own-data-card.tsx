import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { saveJson } from '../../lib/download.ts'
import { toast } from '../../lib/toasts.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { EraseOwnDialog } from './erase-own-dialog.tsx'

/** What the law lets people ask for: their data as a file, and for subscribers its end. */
export function OwnDataCard({ erasable = false }: { erasable?: boolean }) {
  const [erasing, setErasing] = useState(false)
  const save = useMutation(
    trpc.dataRights.exportOwn.mutationOptions({
      meta: { errorText: TEXTS.export_failed },
      onSuccess: (data) => {
        saveJson(data, 'my-data.json')
        toast.success(TEXTS.export_done)
      },
    }),
  )
  return (
    <>
      <Card title="My data">
        <p className="soft">
          Everything we know about you as one file that you can read and other programs too. Keep it where nobody else
          looks{erasable ? ': it has your health data in it' : ''}.
        </p>
        <div className="row gap-s above">
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Download my data
          </Button>
          {erasable ? (
            <Button danger onClick={() => setErasing(true)}>
              Erase my account
            </Button>
          ) : null}
        </div>
      </Card>
      {erasing ? <EraseOwnDialog onClose={() => setErasing(false)} /> : null}
    </>
  )
}
