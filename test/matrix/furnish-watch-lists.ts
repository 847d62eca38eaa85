import { randomInt } from 'node:crypto';
import type { Clerk } from './house';

/** A list of the institution's own parties. */
export const newWatchList = (code: string): Record<string, unknown> => ({
  code,
  name: 'Matrix',
  kind: 'own',
  format: 'own-csv',
});

/** A file of a list with these rows. */
export const watchListFile = (...rows: string[]): { fileName: string; content: string } => ({
  fileName: 'matrix.csv',
  content: Buffer.from(['id,name', ...rows, ''].join('\n')).toString('base64url'),
});

/** Adds a list with one version. @returns its code */
export async function furnishWatchList(clerk: Clerk): Promise<string> {
  const code = `list-${String(randomInt(1e8)).padStart(8, '0')}`;
  await clerk.post('/api/admin/v1/watch-lists', newWatchList(code), 'staff');
  await clerk.post(`/api/admin/v1/watch-lists/${code}/versions`, watchListFile('OWN-1,Rockstone Tamarind'), 'staff');
  return code;
}
