import { useState } from 'react'
import { tabStorage } from './browser-storage.ts'
import { randomId } from './random-id.ts'
import { currentSession, onSessionChange, useSessionState } from './session.ts'

interface Draft {
  /** Sent again after a lost answer it is still the same text. */
  id: string
  text: string
}

const PREFIX = 'draft:'

function read(key: string): Draft | null {
  try {
    return JSON.parse(tabStorage.getItem(key) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

onSessionChange(() => {
  if (currentSession()) return
  for (const key of tabStorage.keys()) if (key.startsWith(PREFIX)) tabStorage.removeItem(key)
})

/** A text that is being written: kept while this tab is open, also over a reload, for the user who wrote it, until it is sent. */
export function useDraft(name: string) {
  const key = `${PREFIX}${useSessionState().session?.user.id ?? ''}:${name}`
  const [draft, setDraft] = useState<Draft>(() => read(key) ?? { id: randomId(), text: '' })
  const keep = (next: Draft) => {
    if (next.text) tabStorage.setItem(key, JSON.stringify(next))
    else tabStorage.removeItem(key)
    setDraft(next)
  }
  return {
    ...draft,
    write: (text: string) => keep({ id: randomId(), text }),
    /** Empties it, unless it was changed since. */
    sent: (id: string) => {
      if ((read(key) ?? draft).id === id) keep({ id: randomId(), text: '' })
    },
  }
}
