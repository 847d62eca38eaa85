import type { TestApp } from './app';

/** Tables that a dry run, or the signing in of its client, may change. */
const MAY_CHANGE = ['audit_log', 'audit_chain', 'sequencer_head', 'api_client', 'institution_number'];

/** The content of every table but those that a dry run may change, as a count and a sum of hashes. */
export async function contentOfTables(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND NOT c.relname = ANY($1) ORDER BY 1`,
    [MAY_CHANGE],
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await app.rows<{ sum: string }>(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS sum FROM "${name}" t`,
    );
    content[name] = row!.sum;
  }
  return content;
}
