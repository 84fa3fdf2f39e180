import type { ChainMember } from '@tvarit/shared/contracts/chain'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { download } from '../../../lib/download.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import styles from '../chain.module.css'

const DOCUMENTS = [
  { label: 'Aadhar', field: 'aadhar_upload' },
  { label: 'PAN', field: 'pan_upload' },
  { label: 'GSTIN', field: 'gstin_upload' },
] as const

type Document = (typeof DOCUMENTS)[number]

/** A link that has less than this left is fetched again, so that none dies on the way. */
const SPARE_MS = 20_000

interface DocumentLinksProps {
  member: ChainMember
  reload: () => Promise<ChainMember | null>
}

/** The papers as links that download. */
export function DocumentLinks({ member, reload }: DocumentLinksProps) {
  const save = useMutation({
    mutationFn: async ({ label, field }: Document) => {
      const kept = member.distributor_profile[field]
      const path = kept && worksOn(kept) ? kept : (await reload())?.distributor_profile[field]
      if (!path) throw new Error(TEXTS.no_upload(label))
      await download(path, fileName(member, label))
    },
    meta: { errorText: 'Failed to download the document. Please try again.' },
  })
  return (
    <ul className="row gap-l">
      {DOCUMENTS.map((document) => {
        const { label, field } = document
        const path = member.distributor_profile[field]
        if (!path) return <li key={field}>{TEXTS.no_upload(label)}</li>
        const busy = save.isPending && save.variables.field === field
        const onClick = (event: MouseEvent) => {
          event.preventDefault()
          if (!save.isPending) save.mutate(document)
        }
        return (
          <li key={field}>
            <a
              className={styles.document}
              href={path}
              download={fileName(member, label)}
              aria-busy={busy}
              onClick={onClick}
            >
              <PaperIcon />
              {label}
              <span className="visually-hidden"> (PDF, downloads)</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const fileName = (member: ChainMember, label: string): string => `${label.toLowerCase()}-${member.id}.pdf`

/** Whether a signed link still works, by the time it carries. */
const worksOn = (path: string): boolean =>
  Number(new URL(path, location.origin).searchParams.get('expires')) * 1000 - serverNow() > SPARE_MS

function PaperIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M6 3h8l4 4v14H6zM14 3v4h4M12 10v7M9 14l3 3 3-3" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
