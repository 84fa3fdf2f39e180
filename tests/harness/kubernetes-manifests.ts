import fs from 'node:fs'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './compose-file.ts'

const FOLDER = path.join(root, 'deploy/kubernetes')

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
}

/** The text of a file of the folder. */
export const readKubernetesFile = (file: string) => fs.readFileSync(path.join(FOLDER, file), 'utf8')

export const kustomization = (folder: string) =>
  parse(readKubernetesFile(`${folder}/kustomization.yaml`)) as { resources: string[]; images?: { name: string }[] }

/** The manifests a kustomization names, before it changes them. */
export function manifestsOf(folder: string): Manifest[] {
  return kustomization(folder).resources.flatMap((name) =>
    name.endsWith('.yaml')
      ? parseAllDocuments(readKubernetesFile(`${folder}/${name}`)).map((each) => each.toJS() as Manifest)
      : manifestsOf(path.join(folder, name)),
  )
}

export interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    automountServiceAccountToken: boolean
    terminationGracePeriodSeconds?: number
    securityContext: { runAsNonRoot: boolean; runAsUser: number }
    containers: {
      image: string
      env?: unknown
      envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
      ports?: { name: string; containerPort: number }[]
      startupProbe?: { httpGet: { path: string; port: string } }
      livenessProbe?: { httpGet: { path: string; port: string } }
      readinessProbe?: { httpGet: { path: string; port: string } }
      lifecycle?: { preStop: { sleep: { seconds: number } } }
      securityContext: object
    }[]
  }
}
