import { Outlet } from 'react-router'
import { PlainToasts } from '../components/plain/plain-toasts.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { ScrollMemory } from './scroll-memory.tsx'
import { useRoute } from './use-route.ts'

/** Around the public pages: titles and toasts, nothing of the back office. */
export function PublicShell() {
  useDocumentTitle(useRoute()?.title)
  return (
    <>
      <Outlet />
      <PlainToasts />
      <ScrollMemory />
    </>
  )
}
