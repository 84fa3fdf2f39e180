/**
 * Calls `work` every so many milliseconds, also in a tab that has been hidden for long. Chromium runs timers there once
 * a minute when they begin in the callback of another timer, as those of `setInterval` do. Returns the way to stop it.
 */
export function steadyInterval(work: () => void, milliseconds: number): () => void {
  const { port1, port2 } = new MessageChannel()
  const run = () => {
    port2.postMessage(null)
    work()
  }
  let timer = setTimeout(run, milliseconds)
  port1.addEventListener('message', () => {
    timer = setTimeout(run, milliseconds)
  })
  port1.start()
  return () => {
    clearTimeout(timer)
    port1.close()
  }
}
