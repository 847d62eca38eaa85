import { Injectable } from '@nestjs/common';
import type { NumberSeriesName } from '../accounts/number-series.entity';
import type { Tx } from '../common/database/unit-of-work';

const SERIES: NumberSeriesName = 'agent';
const DIGITS = 6;

const TAKE_SERIAL = `
  INSERT INTO number_series (institution_id, series, next_serial) VALUES ($1, $2, 2)
  ON CONFLICT (institution_id, series) DO UPDATE SET next_serial = number_series.next_serial + 1
  RETURNING next_serial - 1 AS serial`;

/** The agent code of a serial number, such as `AG000001`. It has more digits after 999,999 agents. */
export function agentCodeOf(serial: number): string {
  return `AG${String(serial).padStart(DIGITS, '0')}`;
}

/** Makes agent codes. */
@Injectable()
export class AgentCodes {
  /**
   * An unused code. Agents are added rarely, so the code is taken in the transaction that adds the agent: other
   * transactions wait for it, and the series has no gaps. Take it last, right before the agent is inserted.
   */
  async next(tx: Tx, institutionId: number): Promise<string> {
    const rows = await tx.query<{ serial: string }[]>(TAKE_SERIAL, [institutionId, SERIES]);
    const serial = Number(rows[0]?.serial);
    if (!Number.isSafeInteger(serial)) throw new Error('The series of agents returned no serial number.');
    return agentCodeOf(serial);
  }
}
