import type { ChainRole } from '@tvarit/shared/contracts/chain'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import type { Role } from '@tvarit/shared/contracts/roles'
import { TEXTS } from '@tvarit/shared/contracts/texts'

/** What the pages of one level of the sales chain say and where they lead. */
export interface ChainLevel {
  role: ChainRole
  /** The level above, whose members may register and remove this one; null at the top. */
  parent_role: 'super_distributor' | 'distributor' | null
  name: string
  /** All of them within reach, and the list in the menu of the level above. */
  all: { path: string; title: string }
  own: { path: string; title: string }
  detail_path: string
  add_path: string
  /** Where a registration leads. */
  registered_path: string
  /** Where a detail page leads back to. */
  detail_back: { path: string; title: string }
  empty: string
  failed: string
  loading: string
  not_found: string
  load_failed: string
  deleted: string
  delete_failed: string
  delete_forbidden: string
}

const DISTRIBUTOR_TEXTS = {
  empty: TEXTS.distributors_empty,
  failed: TEXTS.distributors_failed,
  loading: TEXTS.distributor_loading,
  not_found: TEXTS.distributor_not_found,
  load_failed: TEXTS.distributor_load_failed,
  deleted: TEXTS.distributor_deleted,
  delete_failed: TEXTS.distributor_delete_failed,
  delete_forbidden: TEXTS.distributor_delete_forbidden,
}

const SUPER_DISTRIBUTORS = { path: '/super-distributor', title: 'Super Distributors' }
const DISTRIBUTORS = { path: '/distributor', title: 'Distributors' }
const MY_DISTRIBUTORS = { path: '/my-distributor', title: 'My Distributors' }
const RETAILERS = { path: '/retailer', title: 'Retailers' }
const MY_RETAILERS = { path: '/my-retailer', title: 'My Retailers' }

/** The three levels; paths and texts are the specification's. */
export const LEVELS: Record<ChainRole, ChainLevel> = {
  super_distributor: {
    role: 'super_distributor',
    parent_role: null,
    name: 'Super Distributor',
    all: SUPER_DISTRIBUTORS,
    own: SUPER_DISTRIBUTORS,
    detail_path: '/super-distributor',
    add_path: '/super-distributors/add',
    registered_path: '/super-distributor',
    detail_back: SUPER_DISTRIBUTORS,
    ...DISTRIBUTOR_TEXTS,
  },
  distributor: {
    role: 'distributor',
    parent_role: 'super_distributor',
    name: 'Distributor',
    all: DISTRIBUTORS,
    own: MY_DISTRIBUTORS,
    detail_path: '/distributor',
    add_path: '/distributors/add',
    registered_path: '/my-distributor',
    detail_back: DISTRIBUTORS,
    ...DISTRIBUTOR_TEXTS,
  },
  retailer: {
    role: 'retailer',
    parent_role: 'distributor',
    name: 'Retailer',
    all: RETAILERS,
    own: MY_RETAILERS,
    detail_path: '/retailer',
    add_path: '/retailers/add',
    registered_path: '/retailer',
    detail_back: MY_RETAILERS,
    empty: TEXTS.retailers_empty,
    failed: TEXTS.retailers_failed,
    loading: TEXTS.retailer_loading,
    not_found: TEXTS.retailer_not_found,
    load_failed: TEXTS.retailer_load_failed,
    deleted: TEXTS.retailer_deleted,
    delete_failed: TEXTS.retailer_delete_failed,
    delete_forbidden: TEXTS.retailer_delete_forbidden,
  },
}

/** The level whose pages of this kind stand at a path of the route table. */
export const levelAt = (kind: 'detail_path' | 'add_path', path: string): ChainLevel =>
  Object.values(LEVELS).find((level) => level[kind] === path.replace('/:id', ''))!

/** Whether the role has a list of all members of this level. */
export const mayList = (level: ChainLevel, role: Role): boolean => scopeOf(`chain.list_${level.role}s`, role) !== null

/** Whether the role may register members of this level. */
export const mayRegister = (level: ChainLevel, role: Role): boolean =>
  scopeOf(`chain.register_${level.role}`, role) !== null

/** An admin removes any member, the others their direct children only. */
export function mayDelete(level: ChainLevel, role: Role): boolean {
  const scope = scopeOf('chain.delete', role)
  return scope === 'all' || (scope === 'children' && level.parent_role === role)
}
