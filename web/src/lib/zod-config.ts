import { config } from 'zod/v4/core'

// Zod would try whether it may compile code, which the content security policy blocks, with a report for each page.
// Takes effect for schemas made afterwards: imported before all of them.
config({ jitless: true })
