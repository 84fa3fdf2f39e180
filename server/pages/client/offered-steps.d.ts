export function offeredSteps<Step extends string>(steps: readonly Step[]): Step[]
