import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { Posting } from '../../../ledger/engine/posting.entity';
import { Movements } from '../../../ledger/movements/movements';
import { TRANSFER_KIND } from '../../../postings/posting-kinds';
import { LocalTransferPlanner } from '../../local/local-transfer.planner';
import { OwnInstitution } from '../../own-institution';
import { type FundsTransferBody, OUTWARD_FIELDS } from '../funds-transfer.dto';
import { OUTWARD_TRANSFER } from '../outward-transfer-kind';
import { OutwardTransfers } from '../outward-transfers';
import type { OutwardTransferBody } from '../outward-transfers.dto';

/** Sends money to an account of the institution or of another one. */
export class TransferFunds extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: FundsTransferBody,
  ) {
    super();
  }
}

@CommandHandler(TransferFunds)
export class TransferFundsHandler implements ICommandHandler<TransferFunds> {
  constructor(
    private readonly institutions: OwnInstitution,
    private readonly movements: Movements,
    private readonly planner: LocalTransferPlanner,
    private readonly transfers: OutwardTransfers,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws VALIDATION_FAILED (400) when a transfer to another institution lacks a field; DUPLICATE_REFERENCE (409)
   *   when the reference belongs to a transfer of the other kind; otherwise the errors of the local or outward
   *   transfer.
   */
  async execute({ write, body }: TransferFunds): Promise<Outcome> {
    const destination = body.destinationInstitutionCode ?? undefined;
    if (destination === undefined || (await this.institutions.isOwn(write.institutionId, destination))) {
      await this.assertUnused(write.institutionId, body.transactionReference, OUTWARD_TRANSFER);
      return this.movements.submit(this.planner, { write, origin: 'api', body });
    }
    const missing = OUTWARD_FIELDS.filter((field) => (body[field] ?? '') === '');
    if (missing.length > 0) {
      const errors = missing.map((field) => ({ field, message: 'is required for a transfer to another institution' }));
      throw commonErrors.VALIDATION_FAILED(
        `${missing.join(', ')} must be sent for a transfer to another institution.`,
        { errors },
      );
    }
    await this.assertUnused(write.institutionId, body.transactionReference, TRANSFER_KIND);
    return this.transfers.send(write, body as OutwardTransferBody);
  }

  /**
   * The ledger keeps references unique within a kind. Both kinds use this endpoint, and both status queries find either
   * kind by its reference, so a reference may not be used in both.
   */
  private async assertUnused(institutionId: number, reference: string, kind: string): Promise<void> {
    const isUsed = await this.unitOfWork.read(institutionId, (tx) =>
      tx.existsBy(Posting, { institutionId, kind, reference }),
    );
    const transfer = kind === TRANSFER_KIND ? 'a local transfer' : 'an outward transfer';
    if (isUsed)
      throw commonErrors.DUPLICATE_REFERENCE(`The reference ${reference} belongs to ${transfer}; send a new one.`);
  }
}
