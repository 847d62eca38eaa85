import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { Customer } from '../../../../accounts/customers/customer.entity';
import { type Tx, UnitOfWork } from '../../../../common/database/unit-of-work';
import { dataUrl, formatDetails } from '../../../../common/files/file-format';
import { wallClock } from '../../../../common/time/calendar';
import { Clock } from '../../../../common/time/clock';
import { printedTime } from '../../../../common/time/printed-date';
import { Branch } from '../../../../institutions/branches/branch.entity';
import { Letterheads } from '../../../../institutions/settings/letterheads';
import { Staff } from '../../../../institutions/staff/staff.entity';
import { Product } from '../../../../products/product.entity';
import { Loan } from '../../../contract/loan.entity';
import { loansErrors } from '../../../loans.errors';
import { LoanSchedules, type ReadSchedule } from '../../../schedule/loan-schedules';
import type { LoanCertificateView } from '../certificate.dto';
import { creditCost } from '../credit-cost';
import { type LoanLetter, loanLetterPdf } from '../offer-letter';

/** The offer letter of a loan, or the letter of its restructure, as a file. */
export class ViewLoanCertificate extends Query<LoanCertificateView> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
    readonly isRestructure: boolean,
  ) {
    super();
  }
}

@QueryHandler(ViewLoanCertificate)
export class ViewLoanCertificateHandler implements IQueryHandler<ViewLoanCertificate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: LoanSchedules,
    private readonly letterheads: Letterheads,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws LOAN_NOT_FOUND, LOAN_NOT_RESTRUCTURED (404), LOAN_STATUS_REFUSED (409) for a rejected or canceled loan,
   *   LOAN_TERMS_REFUSED (422)
   */
  async execute({ institutionId, loanId, isRestructure }: ViewLoanCertificate): Promise<LoanCertificateView> {
    const letter = await this.unitOfWork.read(institutionId, (tx) =>
      this.letterOf(tx, institutionId, loanId, isRestructure),
    );
    const { id, loanAccountNumber } = letter.loan;
    const letterhead = await this.letterheads.of(institutionId);
    const createdAt = this.clock.institutionNow(institutionId);
    const madeAt = printedTime(wallClock(createdAt, letterhead.timeZone).slice(0, 16));
    const document = await loanLetterPdf(letter, {
      letterhead,
      createdAt,
      footnote: `Loan ${loanAccountNumber}, made ${madeAt}`,
    });
    const { mimeType, extension } = formatDetails('PDF');
    return {
      id,
      loanAccountNumber,
      isRestructure,
      mimeType,
      fileName: `loan-${isRestructure ? 'restructure' : 'offer'}-${loanAccountNumber}.${extension}`,
      document: dataUrl(mimeType, document),
    };
  }

  private async letterOf(tx: Tx, institutionId: number, id: number, isRestructure: boolean): Promise<LoanLetter> {
    const loan = await tx.findOneBy(Loan, { institutionId, id });
    if (!loan) throw loansErrors.LOAN_NOT_FOUND(`There is no loan with the id ${id}; check the id.`);
    const { loanAccountNumber, status, restructuredDate } = loan;
    if (status === 'Rejected' || status === 'Canceled')
      throw loansErrors.LOAN_STATUS_REFUSED(
        `The loan ${loanAccountNumber} is ${status} and has no offer letter; name another loan.`,
        { loanStatus: status },
      );
    if (isRestructure && restructuredDate === null)
      throw loansErrors.LOAN_NOT_RESTRUCTURED(
        `The loan ${loanAccountNumber} has not been restructured; leave isRestructure out to get its offer letter.`,
      );
    const schedule = isRestructure
      ? await this.schedules.ofRestructure(tx, loan)
      : await this.schedules.ofOffer(tx, loan);
    return { loan, isRestructure, ...schedulePart(schedule, isRestructure), ...(await peopleOf(tx, loan, schedule)) };
  }
}

function schedulePart(
  { rows, contract, isPlanned, upfrontInterestKobo, charge, businessDate }: ReadSchedule,
  isRestructure: boolean,
): Pick<LoanLetter, 'terms' | 'rows' | 'isPlanned' | 'upfrontInterestKobo' | 'vatKobo' | 'netKobo' | 'cost' | 'date'> {
  const takenKobo = charge?.charged === 'Disbursement' ? charge.feeKobo + charge.vatKobo : 0n;
  return {
    terms: contract,
    rows,
    isPlanned,
    upfrontInterestKobo,
    vatKobo: charge?.vatKobo ?? 0n,
    cost: isRestructure ? null : creditCost({ terms: contract, rows, upfrontInterestKobo, charge }),
    netKobo: isRestructure ? null : contract.principalKobo - upfrontInterestKobo - takenKobo,
    date: isPlanned ? businessDate : contract.effectiveDate,
  };
}

async function peopleOf(
  tx: Tx,
  { institutionId, customerId, productId, branchId, accountOfficerStaffID }: Loan,
  { contract }: ReadSchedule,
): Promise<Pick<LoanLetter, 'borrower' | 'productName' | 'branchName' | 'officerName' | 'guarantors'>> {
  const { name, customerID, address } = await tx.findOneByOrFail(Customer, { institutionId, id: customerId });
  const { name: productName } = await tx.findOneByOrFail(Product, { institutionId, id: productId });
  const { branchName } = await tx.findOneByOrFail(Branch, { institutionId, id: branchId });
  const officer =
    accountOfficerStaffID === null
      ? null
      : await tx.findOneBy(Staff, { institutionId, staffID: accountOfficerStaffID });
  const ids = contract.particulars.loanGuarantors ?? [];
  const guarantors =
    ids.length === 0 ? [] : await tx.find(Customer, { where: { institutionId, id: In(ids) }, order: { id: 'ASC' } });
  return {
    borrower: { name, customerID, address },
    productName,
    branchName,
    officerName: officer?.name ?? null,
    guarantors: guarantors.map((customer) => customer.name),
  };
}
