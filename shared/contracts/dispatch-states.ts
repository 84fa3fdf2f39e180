// Without zod: the console's pages use this.

/** In the order they are gone through; CANCELLED from any but DONE. */
export const DISPATCH_STATES = [
  'ASSIGNED',
  'ACCEPTED',
  'EN_ROUTE',
  'AT_SCENE',
  'TRANSPORTING',
  'AT_HOSPITAL',
  'DONE',
  'CANCELLED',
] as const
export type DispatchState = (typeof DISPATCH_STATES)[number]
export type ActiveState = Exclude<DispatchState, 'DONE' | 'CANCELLED'>

/** Whether a state still goes on. */
export const isActive = (state: DispatchState): state is ActiveState => state !== 'DONE' && state !== 'CANCELLED'

export const DRIVER_STEPS = [
  'ACCEPTED',
  'EN_ROUTE',
  'AT_SCENE',
  'TRANSPORTING',
  'AT_HOSPITAL',
  'DONE',
  'DECLINED',
] as const
