import { faultRow, ROUNDS } from '../harness/fault-row.ts'
import { liveThrough } from '../harness/owner-histories.ts'

/** `npm run histories` lives through 5,000, `HISTORIES=...` through so many; `SEED=...` through the same ones again. */
const HISTORIES = Number(process.env.HISTORIES ?? 150 * ROUNDS)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))

faultRow(
  {
    row: 31,
    fault:
      'operators log out, are removed, idle, their browsers and the workers die, drivers are silent, late or decline',
    promised: 'no open alert is silent longer than its state allows, and the bystander reads the truth all the time',
    within_ms: 3_600_000,
  },
  async () => {
    console.log(`${HISTORIES} histories, SEED=${SEED}`)
    const { histories, moments, given_back, problems } = await liveThrough(HISTORIES, SEED)
    console.log(`${moments} moments, ${given_back} times given back`)
    if (problems.length > 0) console.log(problems.join('\n\n'))
    return {
      happened: `${histories} random histories (seed ${SEED}), ${moments} moments, ${given_back} times given back${problems.length > 0 ? `; ${problems[1]}` : ''}`,
      acknowledged: histories,
      lost: problems.length,
      doubles: 0,
    }
  },
)
