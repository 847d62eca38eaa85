import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { commonErrors } from '../../../common/errors/common.errors';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { Movements } from '../../../ledger/movements/movements';
import { LocalTransferPlanner } from '../../local/local-transfer.planner';
import { OwnInstitution } from '../../own-institution';
import { type FundsTransferBody, OUTWARD_FIELDS } from '../funds-transfer.dto';
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
  ) {}

  /**
   * @throws VALIDATION_FAILED (400) when a transfer to another institution lacks a field; DUPLICATE_REFERENCE (409)
   *   when the reference belongs to another payment; otherwise the errors of the local or outward transfer.
   */
  async execute({ write, body }: TransferFunds): Promise<Outcome> {
    const destination = body.destinationInstitutionCode ?? undefined;
    if (destination === undefined || (await this.institutions.isOwn(write.institutionId, destination)))
      return this.movements.submit(this.planner, { write, origin: 'api', body });
    const missing = OUTWARD_FIELDS.filter((field) => (body[field] ?? '') === '');
    if (missing.length > 0) {
      const errors = missing.map((field) => ({ field, message: 'is required for a transfer to another institution' }));
      throw commonErrors.VALIDATION_FAILED(
        `${missing.join(', ')} must be sent for a transfer to another institution.`,
        { errors },
      );
    }
    return this.transfers.send(write, body as OutwardTransferBody);
  }
}
