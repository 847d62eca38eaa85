import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { daysBetween } from '../common/time/calendar';
import { Payout } from '../payouts/payout.entity';
import { InwardTransfer } from '../transfers/inward/inward-transfer.entity';
import type { SettlementLineView, SettlementPosition, SettlementReportView } from './settlement.dto';
import type { SettlementLine, SettlementOutcome } from './settlement-line.entity';
import type { SettlementReport } from './settlement-report.entity';

export function reportView(report: SettlementReport): SettlementReportView {
  const { id, provider, fileName, sha256, lines, matched, amountDiffers, unmatched, repeated } = report;
  const { firstDate, lastDate, importedBy, importedAt } = report;
  return {
    id,
    provider,
    fileName,
    sha256,
    lines,
    matched,
    amountDiffers,
    unmatched,
    repeated,
    firstDate,
    lastDate,
    importedBy,
    importedAt: importedAt.toISOString(),
  };
}

/** The facts of our transfer that a line is compared with. */
interface OurTransfer {
  reference: string | null;
  amountKobo: bigint;
  status: string;
}

/** The transfers of ours that the lines name, by direction and id. */
async function transfersOf(
  tx: Tx,
  institutionId: number,
  lines: readonly SettlementLine[],
): Promise<Map<string, OurTransfer>> {
  const idsOf = (direction: string): number[] =>
    lines.filter((line) => line.direction === direction).flatMap(({ transferId }) => transferId ?? []);
  const payouts = await tx.findBy(Payout, { institutionId, id: In(idsOf('Outward')) });
  const inward = await tx.findBy(InwardTransfer, { institutionId, id: In(idsOf('Inward')) });
  return new Map<string, OurTransfer>([
    ...payouts.map(({ id, reference, amountKobo, status }) => keyed('Outward', id, { reference, amountKobo, status })),
    ...inward.map(({ id, amountKobo, status }) => keyed('Inward', id, { reference: null, amountKobo, status })),
  ]);
}

const keyed = (direction: string, id: number, ours: OurTransfer): [string, OurTransfer] => [`${direction}|${id}`, ours];

/** The lines beside our transfers. @param today the institution's calendar date */
export async function lineViews(
  tx: Tx,
  institutionId: number,
  lines: readonly SettlementLine[],
  today: string,
): Promise<SettlementLineView[]> {
  const transfers = await transfersOf(tx, institutionId, lines);
  return lines.map((line) => {
    const ours = transfers.get(`${line.direction}|${line.transferId}`);
    return {
      id: line.id,
      reportId: line.reportId,
      line: line.line,
      direction: line.direction,
      sessionID: line.sessionId,
      amount: koboToNaira(line.amountKobo),
      outcome: line.outcome,
      settledOn: line.settledOn,
      ageDays: daysBetween(line.settledOn, today),
      result: line.result,
      position: line.result === 'Matched' && ours ? positionOf(line, ours.status) : null,
      transactionReference: ours?.reference ?? null,
      ourAmount: ours ? koboToNaira(ours.amountKobo) : null,
      ourStatus: ours?.status ?? null,
    };
  });
}

/**
 * The position of a matched line. An inward transfer has arrived, so a line that says otherwise contradicts it.
 * `POSITION` in the query of lines says the same in SQL.
 */
export function positionOf(
  { direction, outcome }: Pick<SettlementLine, 'direction' | 'outcome'>,
  status: string,
): SettlementPosition {
  const final: SettlementOutcome | undefined =
    direction === 'Inward' || status === 'Processed' ? 'Paid' : status === 'Reversed' ? 'NotPaid' : undefined;
  if (final === undefined) return 'Open';
  return final === outcome ? 'Agrees' : 'Contradicts';
}
