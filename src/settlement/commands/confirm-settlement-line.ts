import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira } from '../../common/money/naira';
import { cutText } from '../../common/text/cut-text';
import { Payout } from '../../payouts/payout.entity';
import { type Confirmation, PayoutConfirmations } from '../../payouts/payout-confirmations';
import { OUTWARD_TRANSFER } from '../../transfers/outward/outward-transfer-kind';
import { SettlementEvidence } from '../settlement-evidence';
import type { SettlementLine } from '../settlement-line.entity';
import { SettlementReport } from '../settlement-report.entity';

/** Settles an outward transfer with a line of a report as evidence, once another member of staff approves. */
export class ConfirmSettlementLine extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly lineId: number,
  ) {
    super();
  }
}

@CommandHandler(ConfirmSettlementLine)
export class ConfirmSettlementLineHandler implements ICommandHandler<ConfirmSettlementLine> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lines: SettlementEvidence,
    private readonly confirmations: PayoutConfirmations,
  ) {}

  /**
   * @throws SETTLEMENT_LINE_NOT_FOUND (404)
   * @throws SETTLEMENT_LINE_NO_EVIDENCE, PAYOUT_NOT_OPEN, PAYOUT_ALREADY_CONFIRMING (409)
   */
  async execute({ write, lineId }: ConfirmSettlementLine): Promise<Outcome> {
    const { institutionId } = write;
    const confirmation = await this.unitOfWork.read(institutionId, (tx) =>
      this.confirmationOf(tx, institutionId, lineId),
    );
    return this.confirmations.requestConfirmation(write, OUTWARD_TRANSFER, confirmation);
  }

  /** A line names one payout by its unique session id, so it is evidence for no other. */
  private async confirmationOf(tx: Tx, institutionId: number, lineId: number): Promise<Confirmation> {
    const line = await this.lines.require(tx, institutionId, lineId);
    const payout = await tx.findOneByOrFail(Payout, { institutionId, id: line.transferId! });
    const report = await tx.findOneByOrFail(SettlementReport, { institutionId, id: line.reportId });
    const evidence = evidenceOf(report, line);
    const outcome = line.outcome === 'Paid' ? 'Processed' : 'Reversed';
    return { reference: payout.reference, outcome, evidence, settlementLineId: lineId };
  }
}

const EVIDENCE_MAX_LENGTH = 300;
const FILE_NAME_SHOWN = 100;

function evidenceOf({ provider, fileName }: SettlementReport, line: SettlementLine): string {
  const file = fileName.length > FILE_NAME_SHOWN ? `${cutText(fileName, FILE_NAME_SHOWN - 1)}…` : fileName;
  const said = line.outcome === 'Paid' ? 'paid' : 'not paid';
  const text =
    `Settlement report ${file} of ${provider}, line ${line.line}: session ${line.sessionId}, ` +
    `${formatNaira(line.amountKobo)}, ${said}, ${line.settledOn}`;
  return cutText(text, EVIDENCE_MAX_LENGTH);
}
