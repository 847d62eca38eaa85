import type { TestApp } from '../support/app';

/** Every row of every table as text, by table. Binary columns are written in hexadecimal digits. */
export async function storedTexts(app: TestApp): Promise<Map<string, string>> {
  const tables = await app.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await app.rows<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM "${name}" t`,
    );
    texts.set(name, row!.text ?? '');
  }
  return texts;
}
