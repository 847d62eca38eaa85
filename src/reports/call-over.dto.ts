import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** Filters of the call-over. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class CallOverQuery extends PagingQuery {
  /** First business date. Default without dates and references: the current business date.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateFrom?: string;

  /** Last business date. Default: the first.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateTo?: string;

  /** A customer's account, a ledger code, or the account of a loan or fixed deposit as the rows name it; a virtual
   * account has no entries of its own.
   * @example "0000010021" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** The `postingReferenceNumber`, or the reference of the request.
   * @example "PST000000020415" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** Branch of the account.
   * @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** Staff id of the maker or checker.
   * @example "STF002" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  StaffID?: string;

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One leg of a posting, to be checked against its voucher. */
export class CallOverRowView {
  /** @example 20415 */
  transactionID!: number;

  /** Business date of the posting.
   * @example "2026-11-21" */
  financialDate!: string;

  /** Time of posting.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** Branch of the account; null for a ledger of the whole institution.
   * @example "Head Office" */
  branch!: string | null;

  /** @example "001" */
  branchCode!: string | null;

  /** Name of the maker, with the staff or client id.
   * @example "Musa Maker (STF002)" */
  initiatedBy!: string;

  /** Name of the checker; null when no approval was needed.
   * @example "Chidi Checker (STF003)" */
  approvedBy!: string | null;

  /** Reference of the transaction.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** Amount of the leg, in Naira.
   * @example 5000.5 */
  amount!: number;

  /** In Naira; 0 for a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 for a debit.
   * @example 0 */
  credit!: number;

  /** @example "Rent November" */
  narration!: string;

  /** Kind of the posting, with the role of the leg after a colon unless it is principal: `transfer`, `transfer:fee`.
   * @example "transfer" */
  entryCode!: string;

  /** @example null */
  instrumentNumber!: string | null;
}
