/**
 * The steps a driver is offered, in order: the next one, the one after it, "all done" once the place is reached, and "I
 * cannot come" as long as that is possible. "All done" comes early because not every patient is taken to a hospital.
 * More steps would only be pressed by mistake.
 */
export function offeredSteps<Step extends string>(steps: readonly Step[]): Step[] {
  const onward = steps.filter((step) => step !== 'DECLINED')
  const reached = steps.length === onward.length
  return steps.filter((step) => step === 'DECLINED' || onward.indexOf(step) < 2 || (reached && step === 'DONE'))
}
