import { migrate } from '../../src/common/database/migrate';

/** Fills the empty database that every test database is cloned from. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url);
}
