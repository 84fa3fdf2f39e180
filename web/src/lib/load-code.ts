const WAITS_MS = [500, 2_000]
const LONGEST_WAIT_MS = 5_000

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Fetches code and, when the line fails, fetches it again twice. Throws the browser's error after that. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const milliseconds of WAITS_MS) {
    try {
      return await load()
    } catch {
      await wait(milliseconds)
    }
  }
  return load()
}

/** Fetches code until it is there: for what must not be missing, whatever the line does. */
export async function loadCodeForSure<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await loadCode(load)
    } catch {
      await wait(LONGEST_WAIT_MS)
    }
  }
}
