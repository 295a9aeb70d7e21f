import { type Call, type Customer, customerChanged, type OrderAdd, shownDate } from '@stockbook/contracts';
import type { OutboxRow } from '@stockbook/messaging';
import { type Db, sharedReads, statement, type Tx } from '@stockbook/persistence';
import { actorOf, factRow } from '@stockbook/service';
import { text } from '../../text.js';
import { emailKey, mergedName } from '../customer-names.js';

export type Contact = Pick<OrderAdd, 'firstname' | 'lastname' | 'company' | 'email' | 'telephone'>;

/** The customer of an order, and when the order has added it; null if the customer was there before. */
export type OrderCustomer = { readonly customer_id: number; readonly date_added: Date | null };
type Found = { customer_id: number };

const living = statement(
  'living_customer',
  `SELECT customer_id FROM sales.customer
   WHERE account_id = $1 AND customer_id = sales.merged_customer($1, $2) AND date_deleted IS NULL`,
);

/** `account` and `id` are SQL. */
export const contactsKnown = (account: string, id: string): string => `ARRAY(
  SELECT contact FROM sales.customer AS known, unnest(ARRAY[email_key, telephone]) AS contact
  WHERE known.account_id = ${account}
    AND (known.customer_id = ${id} OR known.merged_into = ${id} AND known.merged_into <> 0)
    AND contact <> '' LIMIT 1000)`;

const contactsOfId = statement(
  'contacts_of_customer',
  `SELECT ${contactsKnown('$1', 'living')} AS contacts FROM sales.merged_customer($1, $2) AS living`,
);

const hold = statement('hold_customer', 'SELECT sales.hold_customer($1, $2) AS customer_id');

/**
 * Returns SQL for the oldest of the best matching customers. An equal e-mail goes before an equal telephone, and a
 * customer's own contact before that of one merged into it. An e-mail or telephone that an order does not give is null:
 * nothing equals that. It has plain columns only: with a function, row-level security would keep a transaction from the
 * index.
 */
const sameContact = (account: string, email: string, telephone: string) => `SELECT living.customer_id
  FROM sales.customer known JOIN sales.customer living ON living.account_id = known.account_id
    AND living.customer_id = CASE WHEN known.merged_into = 0 THEN known.customer_id ELSE known.merged_into END
  WHERE known.account_id = ${account} AND living.date_deleted IS NULL
    AND (${text.same('known.email_key', `= ${email}`)} OR ${text.same('known.telephone', `= ${telephone}`)})
  ORDER BY known.email_key = ${email} DESC, known.merged_into <> 0, living.customer_id LIMIT 1`;

/** Its subqueries hide the number of contacts, for which PostgreSQL would otherwise plan the statement each time. */
const ofContacts = statement(
  'customers_of_contacts',
  `SELECT (${sameContact('given.account_id', 'given.email', 'given.telephone')}) AS customer_id
   FROM unnest((SELECT $1::int[]), (SELECT $2::text[]), (SELECT $3::text[]))
     WITH ORDINALITY AS given (account_id, email, telephone, number)
   ORDER BY number`,
);

/** Orders that share e-mail and telephone crosswise do not wait for each other. */
const lockContact = statement(
  'lock_contact',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT hashtextextended(contact, $1) AS key FROM unnest($2::text[]) AS contact ORDER BY key
   ) AS keys`,
);

const addUnlessKnown = statement(
  'add_customer_unless_known',
  `WITH known AS (${sameContact('$1', '$2', '$3')}), added AS (
     INSERT INTO sales.customer (account_id, email_key, telephone, email, firstname, lastname, name, company)
     SELECT $1, coalesce($2, ''), coalesce($3, ''), $4, $5, $6, $7, $8 WHERE NOT EXISTS (SELECT FROM known)
     RETURNING customer_id, date_added
   )
   SELECT customer_id, NULL::timestamptz AS date_added FROM known UNION ALL SELECT customer_id, date_added FROM added`,
);

/** Returns the living customer that an id stands for: the one that has it, or the one that this was merged into. */
export async function findCustomer(db: Db, account_id: number, id: number): Promise<number | undefined> {
  const [found] = await db.query<Found>(living, [account_id, id]);
  return found?.customer_id;
}

/** It comes before `orderSubscriptions` and any lock on an order, as in a merge. */
export async function holdCustomer(tx: Tx, id: number): Promise<number> {
  const [held] = await tx.query<Found>(hold, [tx.account_id, id]);
  return held?.customer_id ?? id;
}

interface Wanted {
  readonly account_id: number;
  readonly contact: Pick<Contact, 'email' | 'telephone'> & { readonly customer_id: number };
}

/** 0 means none yet; undefined means that the named one does not exist. */
export function customerFinder(
  db: Db,
): (account_id: number, contact: Wanted['contact']) => Promise<number | undefined> {
  const findContact = sharedReads((wanted: readonly Wanted[]) => findContacts(db, wanted));
  return async (account_id, contact) => {
    if (contact.customer_id) return findCustomer(db, account_id, contact.customer_id);
    if (!contact.email && !contact.telephone) return 0;
    return findContact({ account_id, contact });
  };
}

async function findContacts(db: Db, wanted: readonly Wanted[]): Promise<number[]> {
  const keys = wanted.map(({ contact }) => contactKeys(contact));
  const accounts = wanted.map(({ account_id }) => account_id);
  const values = [accounts, keys.map(([email]) => email), keys.map(([, telephone]) => telephone)];
  const found = await db.query<{ customer_id: number | null }>(ofContacts, values);
  return found.map(({ customer_id }) => customer_id ?? 0);
}

/** Another transaction may have made it since: one contact has one customer. */
export async function addCustomer(tx: Tx, contact: Contact): Promise<OrderCustomer> {
  const [customer] = await addCustomers(tx, [contact]);
  if (!customer) throw new Error('A customer was neither found nor added.');
  return customer;
}

export async function addCustomers(tx: Tx, contacts: readonly Contact[]): Promise<OrderCustomer[]> {
  const given = contacts.flatMap(contactsOf);
  if (given.length) await tx.query(lockContact, [tx.account_id, given]);
  const found = contacts.map((contact) => {
    const { firstname, lastname, company, email } = contact;
    const values = [tx.account_id, ...contactKeys(contact), email, firstname, lastname, mergedName(contact), company];
    return tx.query<OrderCustomer>(addUnlessKnown, values);
  });
  return (await Promise.all(found)).flat();
}

export function addedCustomer(tx: Tx, call: Call, customer: OrderCustomer, contact: Contact): OutboxRow {
  const after = newCustomer(customer, contact);
  return factRow(tx, customerChanged, {
    id: customer.customer_id,
    sequence: 1,
    change: 'added',
    actor: actorOf(call),
    after,
  });
}

/** Returns a customer before the document that has added it counts for it. */
function newCustomer({ customer_id, date_added }: OrderCustomer, contact: Contact): Customer {
  const { firstname, lastname, company, email, telephone } = contact;
  const shown = shownDate(date_added);
  return {
    customer_id,
    firstname,
    lastname,
    name: mergedName(contact),
    company,
    customer_group: '',
    customer_group_id: 0,
    email,
    telephone,
    card_number: '',
    reward: 0,
    date_added: shown,
    date_modified: shown,
    annual_spend: 0,
    annual_spend_2: 0,
  };
}

/** Returns the e-mails and telephones of a customer; those of the document where the customer is new. */
export async function contactsFor(db: Db, { account_id, contact }: Wanted): Promise<string[]> {
  if (!contact.customer_id) return contactsOf(contact);
  const [known] = await db.query<{ contacts: string[] }>(contactsOfId, [account_id, contact.customer_id]);
  return known?.contacts ?? [];
}

const contactsOf = (contact: Pick<Contact, 'email' | 'telephone'>): string[] =>
  contactKeys(contact).filter((key) => key !== null);

const contactKeys = ({ email, telephone }: Pick<Contact, 'email' | 'telephone'>): (string | null)[] => [
  emailKey(email) || null,
  telephone || null,
];
