import { Module } from '@nestjs/common';
import { AuditHandlers } from './audit.handlers.js';
import { AuditLog } from './audit-log.js';
import { AuditPruning } from './audit-pruning.js';

@Module({ controllers: [AuditHandlers], providers: [AuditLog, AuditPruning] })
export class AuditModule {}
