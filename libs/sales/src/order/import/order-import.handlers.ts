import { type CallOf, channel } from '@stockbook/contracts';
import { Handles } from '@stockbook/service';
import { Controller } from '@nestjs/common';
import { OrderImporting } from './order-import.js';

@Controller()
export class OrderImportHandlers {
  constructor(private readonly importing: OrderImporting) {}

  @Handles(channel.importOrder, { sharesConnections: true })
  importOrder(call: CallOf<typeof channel.importOrder>) {
    return this.importing.import(call);
  }
}
