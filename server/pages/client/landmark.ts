import { countGraphemes, firstGraphemes } from '@tvarit/shared/contracts/graphemes'
import { part } from './page.ts'

const mostOf = (): number => Number(part('room').getAttribute('data-most'))

/** The description of the place as it is sent: what is beyond the cap, which `countRoom` shows, stays here. */
export const landmarkOf = (typed: string): string => firstGraphemes(typed.trim(), mostOf())

/** Shows how much of the cap is used once something is typed. The browser would cut what is pasted without a word. */
export function countRoom(field: HTMLInputElement): void {
  const room = part('room')
  const most = mostOf()
  const show = () => {
    const used = countGraphemes(field.value.trim())
    room.textContent = used ? used + ' / ' + most : '≤ ' + most
    room.className = used > most ? 'over' : 'soft'
  }
  field.addEventListener('input', show)
  show()
}
