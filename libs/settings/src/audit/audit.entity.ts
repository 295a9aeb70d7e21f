import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One change of one record. The service's role may insert and read rows alone. */
@Entity('audit')
@Index('audit_user', ['account_id', 'user_id', 'audit_id'])
@Index('audit_operation', ['account_id', 'operation', 'audit_id'])
@Index('audit_record', ['account_id', 'resource', 'record_id', 'audit_id'])
@Index('audit_date_added', ['account_id', 'date_added', 'audit_id'])
export class AuditRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) audit_id!: number;
  @Column('timestamptz') date_added!: Date;
  @Column('bigint') user_id!: number;
  @Column('text') username!: string;
  @Column({ type: 'text', collation: 'C' }) operation!: string;
  /** It reads like `sale/order`. */
  @Column({ type: 'text', collation: 'C' }) resource!: string;
  @Column('bigint') record_id!: number;
  @Column('text') change!: string;
  @Column('json') previous!: Record<string, unknown>;
  @Column('text') address!: string;
  @Column('text') request_id!: string;
}
