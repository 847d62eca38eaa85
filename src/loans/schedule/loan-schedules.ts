import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import type { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { LoanEvent } from '../contract/loan-event.entity';
import { LoanInstalment } from '../contract/loan-instalment.entity';
import { loanAt } from '../contract/loan-state';
import { chargedVatKobo } from '../history/charged-vat';
import { plannedSchedule } from '../origination/assert-terms-fit';
import { instalmentFee, LoanCharges, type LoanPrice } from '../origination/loan-charges';
import { plannedInstalments, type ShownInstalment } from '../reading/schedule-view';
import { instalmentsOf } from './schedule-of-contract';

/** The schedule of a loan: the stored one, or the planned one for a disbursement on the start date. */
export interface ReadSchedule {
  rows: ShownInstalment[];
  contract: LoanContract;
  isPlanned: boolean;
  upfrontInterestKobo: bigint;
  /** The fee of the contract, each time it is charged; undefined without a fee. */
  charge: LoanPrice | undefined;
  businessDate: string;
}

/** Reads stored and planned schedules. */
@Injectable()
export class LoanSchedules {
  constructor(private readonly charges: LoanCharges) {}

  /**
   * The current schedule.
   * @throws LOAN_TERMS_REFUSED (422) when dates in the past make a planned schedule impossible
   */
  async read(tx: Tx, loan: Loan): Promise<ReadSchedule> {
    if (loan.disbursementDate === null) return this.ofOffer(tx, loan);
    const { institutionId, id: loanId, contractId } = loan;
    const contract = await tx.findOneByOrFail(LoanContract, { institutionId, id: contractId });
    const rows = await tx.find(LoanInstalment, { where: { institutionId, loanId }, order: { number: 'ASC' } });
    // Only the first contract can have upfront interest, because a restructure pays nothing out.
    const upfrontInterestKobo =
      loan.unearnedAccountId === null ? 0n : (await this.ofOffer(tx, loan)).upfrontInterestKobo;
    return { ...(await this.facts(tx, contract)), rows, contract, isPlanned: false, upfrontInterestKobo };
  }

  /** The schedule of the first contract, without later payments and changes. @throws LOAN_TERMS_REFUSED (422) */
  async ofOffer(tx: Tx, { institutionId, id: loanId, disbursementDate }: Loan): Promise<ReadSchedule> {
    const stored = await tx.findOneByOrFail(LoanContract, { institutionId, loanId, version: 1 });
    const isPlanned = disbursementDate === null;
    const present = await this.facts(tx, stored);
    const facts = isPlanned ? present : { ...present, charge: await this.asCharged(tx, stored, present.charge) };
    const effectiveDate =
      isPlanned && stored.effectiveDate < facts.businessDate ? facts.businessDate : stored.effectiveDate;
    const contract = { ...stored, effectiveDate };
    const schedule = plannedSchedule(contract);
    const rows = plannedInstalments(instalmentsOf(schedule, contract.principalKobo, instalmentFee(facts.charge)));
    return { ...facts, rows, contract, isPlanned, upfrontInterestKobo: schedule.upfrontInterest };
  }

  /** The rows of the latest contract as the restructure made them, without what happened since. */
  async ofRestructure(tx: Tx, loan: Loan): Promise<ReadSchedule> {
    const { institutionId, id: loanId, contractId } = loan;
    const contract = await tx.findOneByOrFail(LoanContract, { institutionId, id: contractId });
    const instalments = await tx.find(LoanInstalment, { where: { institutionId, loanId }, order: { number: 'ASC' } });
    const first = await tx.findOne(LoanEvent, { where: { institutionId, loanId, contractId }, order: { id: 'ASC' } });
    const current = { loan, contract, instalments };
    const made = first?.before ? loanAt(current, first.before) : current;
    const rows = made.instalments.filter((row) => row.contractId === contractId);
    return { ...(await this.facts(tx, contract)), rows, contract, isPlanned: false, upfrontInterestKobo: 0n };
  }

  /** The fee of a loan that was paid out, with the VAT that was charged with it. */
  private async asCharged(
    tx: Tx,
    contract: LoanContract,
    charge: LoanPrice | undefined,
  ): Promise<LoanPrice | undefined> {
    return charge && { ...charge, vatKobo: (await chargedVatKobo(tx, contract)) ?? charge.vatKobo };
  }

  private async facts(tx: Tx, contract: LoanContract): Promise<Pick<ReadSchedule, 'charge' | 'businessDate'>> {
    const { institutionId } = contract;
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    return { businessDate, charge: await this.charges.priceOf(tx, institutionId, contract) };
  }
}
