import type { z } from 'zod'
import type { parentChoiceInput, parentChoices } from '../../contracts/chain.ts'
import type { SignedInCtx } from '../../platform/context.ts'

export async function listParentChoices(_: {
  ctx: SignedInCtx
  input: z.output<typeof parentChoiceInput>
}): Promise<z.input<typeof parentChoices>> {
  throw new Error('not built yet')
}
