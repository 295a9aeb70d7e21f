import { Module } from '@nestjs/common';
import { AdditionHandlers } from './addition/addition.handlers.js';
import { Additions } from './addition/additions.js';
import { DeductionHandlers } from './deduction/deduction.handlers.js';
import { Deductions } from './deduction/deductions.js';
import { PurchaseOrderHandlers } from './purchase-order/purchase-order.handlers.js';
import { References } from './references.js';
import { TransferJobHandlers } from './transfer-job/transfer-job.handlers.js';
import { TransferJobs } from './transfer-job/transfer-jobs.js';
import { StockTakeJobHandlers } from './stock-take-job/stock-take-job.handlers.js';
import { TransferHandlers } from './transfer/transfer.handlers.js';
import { Transfers } from './transfer/transfers.js';

@Module({
  controllers: [
    AdditionHandlers,
    DeductionHandlers,
    PurchaseOrderHandlers,
    StockTakeJobHandlers,
    TransferHandlers,
    TransferJobHandlers,
  ],
  providers: [Additions, Deductions, References, TransferJobs, Transfers],
})
export class DocumentModule {}
