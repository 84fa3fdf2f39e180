import { TEXTS } from '@tvarit/shared/contracts/texts'
import { queryClient, trpc, whenDone } from '../../lib/trpc-query.ts'

/** Reads the page's data again. */
export const reloadOnCall = () => queryClient.invalidateQueries(trpc.onCall.read.pathFilter())

/** What every change of the page does when the server has agreed, also when its dialog was cancelled meanwhile. */
export const whenSaved = whenDone(() => TEXTS.on_call_saved, reloadOnCall)
