import {
  holderInput,
  moveStockInput,
  statement,
  statementInput,
  stock,
  stockBatch,
  stockBatchInput,
  stockMove,
  stockMoveDetail,
  stockMoveId,
  stockMoves,
  stockMovesInput,
  stockPeople,
  stockPeopleInput,
} from '@tvarit/shared/contracts/stock'
import { listMoves } from '@tvarit/shared/domain/sales/stock/list-moves'
import { listStockPeople } from '@tvarit/shared/domain/sales/stock/list-stock-people'
import { giveStock, takeBackStock } from '@tvarit/shared/domain/sales/stock/move-stock'
import { readBatch } from '@tvarit/shared/domain/sales/stock/read-batch'
import { readMove } from '@tvarit/shared/domain/sales/stock/read-move'
import { readStatement } from '@tvarit/shared/domain/sales/stock/read-statement'
import { readStock } from '@tvarit/shared/domain/sales/stock/read-stock'
import { permitted, router } from '../trpc/procedures.ts'

export const stockRouter = router({
  get: permitted('stock.read')
    .meta({ rest: { method: 'GET', path: '/api/sales/stock/', summary: 'What a member of the chain has and sold' } })
    .input(holderInput)
    .output(stock)
    .query(({ ctx, input }) => readStock({ ctx, input })),
  people: permitted('stock.read')
    .meta({ rest: { method: 'GET', path: '/api/sales/stock/people/', summary: 'Those directly below, with theirs' } })
    .input(stockPeopleInput)
    .output(stockPeople)
    .query(({ ctx, input }) => listStockPeople({ ctx, input })),
  batch: permitted('stock.read')
    .meta({
      rest: { method: 'GET', path: '/api/sales/stock/batches/{id}/', summary: 'Which numbers of a batch a holder has' },
    })
    .input(stockBatchInput)
    .output(stockBatch)
    .query(({ ctx, input }) => readBatch({ ctx, input })),
  give: permitted('stock.give')
    .meta({
      rest: { method: 'POST', path: '/api/sales/stock/give/', status: 201, summary: 'Give stickers down the chain' },
    })
    .input(moveStockInput)
    .output(stockMove)
    .mutation(({ ctx, input }) => giveStock({ ctx, input })),
  takeBack: permitted('stock.take_back')
    .meta({
      rest: { method: 'POST', path: '/api/sales/stock/take-back/', status: 201, summary: 'Take stickers back' },
    })
    .input(moveStockInput)
    .output(stockMove)
    .mutation(({ ctx, input }) => takeBackStock({ ctx, input })),
  moves: permitted('stock.read')
    .meta({ rest: { method: 'GET', path: '/api/sales/stock/moves/', summary: 'Transfers, newest first' } })
    .input(stockMovesInput)
    .output(stockMoves)
    .query(({ ctx, input }) => listMoves({ ctx, input })),
  move: permitted('stock.read')
    .meta({ rest: { method: 'GET', path: '/api/sales/stock/moves/{id}/', summary: 'A transfer, for its note' } })
    .input(stockMoveId)
    .output(stockMoveDetail)
    .query(({ ctx, input }) => readMove({ ctx, input })),
  statement: permitted('sales.read')
    .meta({ rest: { method: 'GET', path: '/api/sales/statement/', summary: 'Activations by month and by seller' } })
    .input(statementInput)
    .output(statement)
    .query(({ ctx, input }) => readStatement({ ctx, input })),
})
