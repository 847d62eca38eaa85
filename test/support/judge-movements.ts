import type { Client } from 'pg';
import type { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { eventually } from './eventually';

/**
 * Judges all movements of an institution by the scenarios behind them. Movements are read once every transaction that
 * was open beside them has ended, those of other suites on the same cluster included. @returns how many it judged
 */
export async function judgeMovements(runner: BehindRunner, institutionId: number, database: Client): Promise<number> {
  let judged = 0;
  await eventually(async () => {
    judged += await runner.run(institutionId);
    const { rows } = await database.query(
      `SELECT 1 FROM movement_facts f WHERE f.institution_id = $1 AND f.seq > coalesce(
         (SELECT m.read_seq FROM aml_movement_mark m WHERE m.institution_id = $1), 0) LIMIT 1`,
      [institutionId],
    );
    if (rows.length > 0) throw new Error('Some movements were not judged.');
  });
  return judged;
}
