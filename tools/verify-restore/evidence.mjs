// The records that the restored database must hold, and those that it must not.
import { Client } from 'pg';

export function openSql(url) {
  const client = new Client({ connectionString: url });
  const connected = client.connect();
  return {
    query: async (text, values) => {
      await connected;
      return (await client.query(text, values)).rows;
    },
    close: () => client.end(),
  };
}

/** Throws unless each id is above all that were given before. */
export function checkIds(placed, again) {
  const highest = Math.max(...placed.map(({ order_id }) => order_id));
  const reused = again.filter((id) => id <= highest);
  if (reused.length) throw new Error(`The ids ${reused.join(', ')} are not above ${highest}.`);
}

/** Throws if a table has one of the events; returns how many tables could. */
export async function checkNoTrace(sql, ghosts) {
  const tables = await sql.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
     WHERE column_name = 'event_id' AND table_schema IN ('sales', 'inventory', 'settings', 'integration')`,
  );
  const ids = ghosts.map(({ event_id }) => event_id);
  for (const { name } of tables) {
    const found = await sql.query(`SELECT event_id FROM ${name} WHERE event_id = ANY ($1::uuid[])`, [ids]);
    if (found.length) throw new Error(`${name} has ${found.length} events of after.`);
  }
  return tables.length;
}
