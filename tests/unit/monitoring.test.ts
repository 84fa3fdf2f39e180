import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../scripts/source-files.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const rules = read('deploy/monitoring/alert-rules.yml')
const dashboard = read('deploy/monitoring/grafana/tvarit.json')
const operations = read('docs/operations.md')

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1]!)
const names = all(rules, /- alert: (\w+)/g)

test('each rule has a runbook_url to its own row under What to watch, and each row a rule', () => {
  const urls = all(rules, /runbook_url: (\S+)/g)
  expect(urls).toEqual(names.map((name) => `docs/operations.md#${name.toLowerCase()}`))
  const anchors = all(operations, /^\| <a id="(\w+)"><\/a>\w+(?: \(P\))? \| /gm)
  expect(anchors.toSorted()).toEqual(names.map((name) => name.toLowerCase()).toSorted())
})

test('a row says whether its rule pages', () => {
  const paging = all(rules.replace(/\n\s+/g, ' '), /alert: (\w+) (?:(?!alert:).)*?severity: page/g)
  expect(all(operations, /<\/a>(\w+) \(P\) \|/g).toSorted()).toEqual(paging.toSorted())
})

test('every metric that a rule, the dashboard or the operations page names is one of the code', () => {
  const code = sourceFiles(/^(shared|server|worker)\/.*\.ts$/)
    .map(read)
    .join('\n')
  const known = new Set(all(code, /'(tvarit_[a-z0-9_]+)'/g))
  const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))
  for (const text of [rules, dashboard, operations]) {
    const named = all(text, /\b(tvarit_(?!app\b|app_\d\b)[a-z0-9_]+)/g)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !known.has(base(name)))).toEqual([])
  }
})

test('the dashboard has presses, alerts, messages, queues, database and processes', () => {
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; type: string }[] }
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  expect(rows).toEqual(['Presses', 'Alerts by age', 'Messages', 'Queues', 'Database', 'Processes'])
})
