import type { Role } from '@tvarit/shared/contracts/roles'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadCodeForSure } from '../../lib/load-code.ts'
import { pressedKey } from '../../lib/pressed-key.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'

const DIALOGS = {
  palette: lazy(() => loadCodeForSure(() => import('./palette.tsx'))),
  keys: lazy(() => loadCodeForSure(() => import('../../features/alerts/shortcuts/shortcuts-dialog.tsx'))),
}

/** Opens the palette by Ctrl+K, and by `/` where the page has no search; `?` lists the keys that work here. */
export function PaletteKeys({ role }: { role: Role }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  useShortcuts({
    '/': () => {
      const search = document.querySelector<HTMLElement>('main input[type="search"]')
      if (search) search.focus()
      else setOpen('palette')
    },
    '?': () => setOpen('keys'),
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || pressedKey(event) !== 'k') return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) setOpen('palette')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const Dialog = open && DIALOGS[open]
  return Dialog ? (
    // Until it is loaded what is typed is no key of the page either.
    <Suspense fallback={<div role="dialog" aria-modal="true" aria-label="Loading" />}>
      <Dialog role={role} onClose={() => setOpen(null)} />
    </Suspense>
  ) : null
}
