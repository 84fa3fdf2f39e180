import { copied } from '@tvarit/shared/contracts/texts'
import { toast } from './toasts.ts'

/** Copies and says '{what} copied to clipboard'. The Clipboard API needs a secure context; the old way does not. */
export async function copyText(text: string, what: string): Promise<void> {
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (done || copyBySelection(text)) toast.success(copied(what))
  else toast.error(`Could not copy. ${what}: ${text}`)
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
