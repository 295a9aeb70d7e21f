import { Module } from '@nestjs/common';
import { CompanyHandlers } from './company/company.handlers.js';
import { StockPolicyHandOver } from './company/stock-policy-hand-over.js';
import { CurrencyHandlers } from './currency/currency.handlers.js';
import { LanguageHandlers } from './language/language.handlers.js';
import { ReferenceModule } from './reference.module.js';

@Module({
  imports: [ReferenceModule],
  controllers: [CompanyHandlers, CurrencyHandlers, LanguageHandlers],
  providers: [StockPolicyHandOver],
})
export class CompanyModule {}
