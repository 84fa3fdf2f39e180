// Without zod: the operator's screens use this.

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

/** Whether a state still goes on. */
export const isActive = (state: DispatchState): boolean => state !== 'DONE' && state !== 'CANCELLED'

export const DRIVER_STEPS = [
  'ACCEPTED',
  'EN_ROUTE',
  'AT_SCENE',
  'TRANSPORTING',
  'AT_HOSPITAL',
  'DONE',
  'DECLINED',
] as const
