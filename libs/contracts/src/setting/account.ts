import { fact } from '../facts.js';
import { Flag, Id, Int, Text, When } from '../fields/fields.js';

export class Account {
  @Id() account_id!: number;
  @Text({ doc: 'Lower case.' }) domain!: string;
  @Text() name!: string;
  @Flag() enabled!: boolean;
  @Int({ doc: "How far a request's clock may be off, in seconds." }) clock_tolerance!: number;
  @When() date_modified!: string;
}

/** Operators add and change accounts on the command line. */
export const accountChanged = fact('setting.account', Account, ['added', 'edited']);
