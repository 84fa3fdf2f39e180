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
import { moves } from '@tvarit/shared/domain/sales/stock/list-moves'
import { stockholders } from '@tvarit/shared/domain/sales/stock/list-stock-people'
import { giveStock, takeBackStock } from '@tvarit/shared/domain/sales/stock/move-stock'
import { readBatch } from '@tvarit/shared/domain/sales/stock/read-batch'
import { readMove } from '@tvarit/shared/domain/sales/stock/read-move'
import { readStatement } from '@tvarit/shared/domain/sales/stock/read-statement'
import { readStock } from '@tvarit/shared/domain/sales/stock/read-stock'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const stockRouter = router({
  get: permitted('stock.read')
    .meta(rest('GET', '/api/sales/stock/', 'What a member of the chain has and sold'))
    .input(holderInput)
    .output(stock)
    .query(readStock),
  people: permitted('stock.read')
    .meta(rest('GET', '/api/sales/stock/people/', 'Those directly below, with theirs'))
    .input(stockPeopleInput)
    .output(stockPeople)
    .query(stockholders.page),
  batch: permitted('stock.read')
    .meta(rest('GET', '/api/sales/stock/batches/{id}/', 'Which numbers of a batch a holder has'))
    .input(stockBatchInput)
    .output(stockBatch)
    .query(readBatch),
  give: permitted('stock.give')
    .meta(rest('POST', '/api/sales/stock/give/', 'Give stickers down the chain', { status: 201 }))
    .input(moveStockInput)
    .output(stockMove)
    .mutation(giveStock),
  takeBack: permitted('stock.take_back')
    .meta(rest('POST', '/api/sales/stock/take-back/', 'Take stickers back', { status: 201 }))
    .input(moveStockInput)
    .output(stockMove)
    .mutation(takeBackStock),
  moves: permitted('stock.read')
    .meta(rest('GET', '/api/sales/stock/moves/', 'Transfers, newest first'))
    .input(stockMovesInput)
    .output(stockMoves)
    .query(moves.page),
  move: permitted('stock.read')
    .meta(rest('GET', '/api/sales/stock/moves/{id}/', 'A transfer, for its note'))
    .input(stockMoveId)
    .output(stockMoveDetail)
    .query(readMove),
  statement: permitted('sales.read')
    .meta(rest('GET', '/api/sales/statement/', 'Activations by month and by seller'))
    .input(statementInput)
    .output(statement)
    .query(readStatement),
})
