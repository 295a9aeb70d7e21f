import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The public key of a passkey. */
@Entity('user_passkey')
export class UserPasskeyRow {
  @PrimaryColumn('int') account_id!: number;
  @PrimaryColumn('bigint') user_id!: number;
  @PrimaryColumn('text') credential_id!: string;
  @Column('text') public_key!: string;
  @Column('bigint') counter!: number;
  /** The Unix time in ms of the latest challenge that it signed: an earlier one is not taken again. */
  @Column('bigint') challenged!: number;
}
