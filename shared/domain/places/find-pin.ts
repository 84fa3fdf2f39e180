import type { PinPlace } from '../../contracts/places.ts'
import { ALL_STATES } from '../../contracts/states.ts'
import { gazetteer, type Locality } from './gazetteer.ts'

/** Town and state of a PIN code, to be suggested. For one that the gazetteer lacks, the state of its neighbours. */
export function findPin({ input }: { input: { pin_code: string } }): PinPlace {
  const here = gazetteer().withPin(input.pin_code, 50)
  const [first] = here.length > 0 ? here : gazetteer().withPin(input.pin_code.slice(0, 3), 1)
  const state = first && ALL_STATES.find((known) => known.toLowerCase() === first.state.toLowerCase())
  return state ? { town: townOf(here), state } : null
}

/** The one locality that has it; of several their district. */
function townOf(localities: readonly Locality[]): string | null {
  const [first, second] = localities
  if (!first) return null
  return second ? first.district : first.name
}
