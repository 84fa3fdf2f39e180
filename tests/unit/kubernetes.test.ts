import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@tvarit/shared/platform/settings/config'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Namespace, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { readComposeFile, root } from '../harness/compose-file.ts'
import { readTarget } from '../harness/image-folder.ts'
import {
  kustomization,
  type Manifest,
  manifestsOf,
  type Pod,
  readKubernetesFile,
} from '../harness/kubernetes-manifests.ts'

const MODELS = {
  'apps/v1': { Deployment },
  'autoscaling/v2': { HorizontalPodAutoscaler },
  'batch/v1': { Job },
  'networking.k8s.io/v1': { Ingress, NetworkPolicy },
  'policy/v1': { PodDisruptionBudget },
  v1: { Namespace, Service },
} as Record<string, Record<string, new (data: never) => { validate(): void }>>

const manifests = manifestsOf('production')
const namesIn = (file: string) => [...readKubernetesFile(file).matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
const settings = Object.fromEntries(
  [...readKubernetesFile('base/settings.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
)

const pods = new Map(
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => {
      const { template } = (manifest as unknown as { spec: { template: Pod } }).spec
      return [template.metadata.labels['part']!, template]
    }),
)
const containerOf = (part: string) => pods.get(part)!.spec.containers[0]!

test('every manifest is what the Kubernetes API takes', () => {
  for (const manifest of manifests) {
    const Model = MODELS[manifest.apiVersion]![manifest.kind]!
    expect(() => new Model(manifest as never).validate(), `${manifest.kind} ${manifest.metadata.name}`).not.toThrow()
  }
  expect(manifests.length).toBeGreaterThan(10)
})

test('no manifest has a field that Kubernetes does not know', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-kubernetes-'))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const unknown = { ...manifests.find(({ kind }) => kind === 'Job')!, spek: {} }
  const file = (each: object[]) =>
    each
      .map((manifest, n) => {
        const { apiVersion, kind } = manifest as Manifest
        return `import type { I${kind} as T${n} } from 'kubernetes-models/${apiVersion}'\nexport const m${n}: T${n} = ${JSON.stringify(manifest)}`
      })
      .join('\n')
  fs.writeFileSync(path.join(folder, 'manifests.ts'), file(manifests))
  fs.writeFileSync(path.join(folder, 'unknown.ts'), file([unknown]))
  const options = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] }
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
  try {
    const output = await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    expect(output).toContain("does not exist in type 'IJob'")
    expect(output.match(/error TS/g)).toHaveLength(1)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('every setting of docker-compose.yml is in exactly one ConfigMap or Secret', () => {
  const { services } = readComposeFile()
  const secrets = namesIn('secrets.env.example')
  const owner = namesIn('owner.env.example')
  // What makes an installation unsafe on purpose has no place here.
  const unsafe = [
    'ALLOW_UNSAFE',
    'DEMO_DATA',
    ...Object.keys(readTarget('server').env).filter((each) => each !== 'NODE_ENV'),
  ]
  for (const name of Object.keys(services['server']!.environment!).filter((each) => !unsafe.includes(each)))
    expect([...Object.keys(settings), ...secrets], `of ${name}`).toContain(name)
  const ofOneMachine = ['ALLOW_EMPTY_DATABASE', 'BACKUP_DIR']
  const others = Object.keys(services['migrate']!.environment!).filter((each) => !ofOneMachine.includes(each))
  for (const name of others.filter((each) => !unsafe.includes(each)))
    expect([...Object.keys(settings), ...secrets, ...owner], `of ${name}`).toContain(name)
  expect(Object.keys(settings).filter((name) => secrets.includes(name) || owner.includes(name))).toEqual([])
  for (const name of [...secrets, ...owner]) expect(readKubernetesFile('base/settings.env')).not.toContain(`${name}=`)
  expect(readKubernetesFile('secrets.env.example') + readKubernetesFile('owner.env.example')).not.toMatch(/^\w+=.+$/m)
})

test('the product starts with these settings once the Secret is filled', () => {
  const given = {
    DATABASE_URL: 'postgres://tvarit_app:x@database:5432/tvarit',
    REDIS_URL: 'rediss://:x@redis:6379',
    SECRET_KEY: 'a-key-of-a-test-with-more-than-32-letters',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'x',
  }
  const own = { SMS_PROVIDERS: 'twilio', TWILIO_FROM: '+911234567890' }
  expect(readConfig({ ...settings, ...own, ...given })).toMatchObject({ NODE_ENV: 'production', TRUST_PROXY: 1 })
})

test('images, ports and probes are those of the Dockerfile', () => {
  const compose = readComposeFile()
  const renamed = kustomization('production').images!.map(({ name }) => name)
  for (const part of ['server', 'worker', 'migrate']) {
    expect(containerOf(part).image).toBe(compose.services[part]!.image!.split(':')[0])
    expect(renamed).toContain(containerOf(part).image)
  }
  for (const part of ['server', 'worker']) {
    const { env } = readTarget(part)
    const { ports, startupProbe, livenessProbe } = containerOf(part)
    const port = (name: string) => ports!.find((each) => each.name === name)?.containerPort
    expect(port('metrics')).toBe(Number(env['METRICS_PORT']))
    if (part === 'server') expect(port('http')).toBe(Number(env['PORT']))
    for (const probe of [startupProbe, livenessProbe]) {
      expect(probe!.httpGet.port).toBe('metrics')
      expect(env.HEALTH_PATH).toBe(probe!.httpGet.path)
    }
  }
  const { readinessProbe } = containerOf('server')
  expect(readinessProbe!.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(fs.readFileSync(path.join(root, 'deploy/proxy/haproxy.cfg'), 'utf8')).toContain('httpchk GET /readyz')
})

test('containers are hardened like docker-compose.yml, only the migration has the owner', () => {
  for (const [part, { spec }] of pods) {
    expect(spec.securityContext, `of ${part}`).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    expect(spec.automountServiceAccountToken, `of ${part}`).toBe(false)
    expect(containerOf(part).securityContext, `of ${part}`).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(containerOf(part).env, `of ${part}`).toBeUndefined()
    const secrets = containerOf(part).envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []))
    expect(secrets).toEqual(part === 'migrate' ? ['tvarit-secrets', 'tvarit-owner'] : ['tvarit-secrets'])
  }
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([])
})

test('a pod that ends has the time its process takes, after nothing new comes to it', () => {
  for (const part of ['server', 'worker']) {
    const source = fs.readFileSync(path.join(root, part, 'main.ts'), 'utf8')
    const seconds = Number(/runUntilStopped\(log, ([\d_]+)/.exec(source)![1]!.replace('_', '')) / 1000
    const before = containerOf(part).lifecycle?.preStop.sleep.seconds ?? 0
    expect(pods.get(part)!.spec.terminationGracePeriodSeconds, `of ${part}`).toBeGreaterThanOrEqual(
      before + seconds + 2,
    )
  }
})

test('network policies deny by default, and every policy, budget and scaler selects pods', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy')
  expect(policies[0]).toMatchObject({ spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } })
  expect(policies[0]).not.toHaveProperty('spec.ingress')
  expect(policies[0]).not.toHaveProperty('spec.egress')
  type Selecting = { spec: Record<string, { matchLabels?: Record<string, string> }> }
  const labels = [...pods.values()].map(({ metadata }) => metadata.labels)
  for (const { metadata, spec } of manifests.filter(({ kind }) =>
    ['NetworkPolicy', 'PodDisruptionBudget', 'Deployment'].includes(kind),
  ) as unknown as (Manifest & Selecting)[]) {
    const wanted = Object.entries((spec['podSelector'] ?? spec['selector'])!.matchLabels ?? {})
    const found = labels.filter((each) => wanted.every(([key, value]) => each[key] === value))
    expect(found.length, `of ${metadata.name}`).toBeGreaterThan(0)
  }
  const scaled = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler') as unknown as {
    spec: { scaleTargetRef: { name: string } }
  }[]
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name)
  expect(scaled.map(({ spec }) => spec.scaleTargetRef.name).toSorted()).toEqual(deployments.toSorted())
})

test('what the workers are scaled by is a metric that they tell', () => {
  const scaler = manifests.find(
    ({ metadata, kind }) => kind === 'HorizontalPodAutoscaler' && metadata.name === 'tvarit-worker',
  )
  const { metrics } = (scaler as unknown as { spec: { metrics: { external?: { metric: { name: string } } }[] } }).spec
  const name = metrics.find(({ external }) => external)!.external!.metric.name
  expect(fs.readFileSync(path.join(root, 'worker/metrics.ts'), 'utf8')).toContain(`gauge('${name}'`)
})
