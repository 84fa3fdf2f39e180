import { keptByPage } from '../../lib/kept-by-page.ts'
import { useDesk } from '../../lib/use-width.ts'
import { MenuButton } from '../menu-button.tsx'
import type { Column } from './data-table.tsx'

interface Looks {
  /** Titles of columns that are not shown. */
  hidden: readonly string[]
  tall: boolean
}

const useKeptLooks = keptByPage<Looks>('list-looks', { hidden: [], tall: false })

/** The columns and the height of the rows that a user chose for this page, and the menu to choose them. */
export function useListLooks<Row>(all: readonly Column<Row>[]) {
  const [looks, keep] = useKeptLooks()
  const desk = useDesk()
  const { hidden, tall } = looks
  const isShown = ({ title }: Column<Row>) => !hidden.includes(title)
  return {
    columns: all.filter((column) => column.main || column.actions || isShown(column)),
    tall: tall && desk,
    looks: (
      <MenuButton
        items={[
          ...all
            .filter(({ main, actions }) => !main && !actions)
            .map((column) => ({
              label: column.title,
              checked: isShown(column),
              stays: true,
              onClick: () =>
                keep({
                  tall,
                  hidden: isShown(column)
                    ? [...hidden, column.title]
                    : hidden.filter((title) => title !== column.title),
                }),
            })),
          ...(desk
            ? [{ label: 'Higher rows', checked: tall, stays: true, onClick: () => keep({ hidden, tall: !tall }) }]
            : []),
        ]}
      >
        Columns
      </MenuButton>
    ),
  }
}
