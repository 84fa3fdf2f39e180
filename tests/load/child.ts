/** Milliseconds of the system's monotonic clock: the same in every process of this machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** The side of a process that `startProcess` started: says that it is ready and answers each message by its name. */
export function answerParent(answers: Record<string, (message: never) => unknown> = {}): void {
  process.on('message', (message: { name: string }) => {
    const answer = async () => answers[message.name]!(message as never)
    answer().then(
      (value) => process.send!({ value }),
      (error: Error) => process.send!({ error: error.stack }),
    )
  })
  process.on('disconnect', () => process.exit())
  process.on('SIGTERM', () => process.exit())
  process.send!('ready')
}
