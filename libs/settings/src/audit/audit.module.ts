import { Module } from '@nestjs/common';
import { AuditHandlers } from './audit.handlers.js';
import { AuditList } from './audit-list.js';
import { AuditLog } from './audit-log.js';
import { AuditPruning } from './audit-pruning.js';

@Module({ controllers: [AuditHandlers], providers: [AuditList, AuditLog, AuditPruning] })
export class AuditModule {}
