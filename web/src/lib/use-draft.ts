import { useState } from 'react'
import { randomId } from './random-id.ts'
import { useSessionState } from './session.ts'

interface Draft {
  /** Sent again after a lost answer it is still the same text. */
  id: string
  text: string
}

const drafts = new Map<string, Draft>()

/** A text that is being written: kept while this tab is open, for the user who wrote it, until it is sent. */
export function useDraft(name: string) {
  const key = `${useSessionState().session?.user.id ?? ''}:${name}`
  const [draft, setDraft] = useState<Draft>(() => drafts.get(key) ?? { id: randomId(), text: '' })
  const keep = (next: Draft) => {
    if (next.text) drafts.set(key, next)
    else drafts.delete(key)
    setDraft(next)
  }
  return {
    ...draft,
    write: (text: string) => keep({ id: randomId(), text }),
    /** Empties it, unless it was changed since. */
    sent: (id: string) => {
      if ((drafts.get(key) ?? draft).id === id) keep({ id: randomId(), text: '' })
    },
  }
}
