import { TEXTS } from '@tvarit/shared/contracts/texts'
import { PlainNotice } from '../../../components/plain/plain-notice.tsx'
import { keepsData } from '../../../lib/browser-storage.ts'

/** Before the login, what a browser that keeps nothing means for it. */
export const StorageNotice = () =>
  keepsData() ? null : <PlainNotice tone="warning">{TEXTS.storage_blocked}</PlainNotice>
