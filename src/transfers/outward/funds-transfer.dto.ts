import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { OutwardTransferBody } from './outward-transfers.dto';

const ALWAYS = ['originatorAccountNumber', 'amount', 'transactionReference'] as const;
/** Fields whose rules differ from those of an outward transfer. */
const REPLACED = ['beneficiaryAccountNumber', 'destinationInstitutionCode'] as const;

/**
 * The body of an outward transfer. Without `destinationInstitutionCode`, or with the institution's own, it is a local
 * transfer, which needs the two account numbers, the amount and the reference only.
 */
@FieldRelations(
  { rule: 'required-with', field: 'nameEnquiryRef', other: 'destinationInstitutionCode' },
  { rule: 'required-with', field: 'originatorAccountName', other: 'destinationInstitutionCode' },
  { rule: 'required-with', field: 'beneficiaryAccountName', other: 'destinationInstitutionCode' },
  { rule: 'required-with', field: 'beneficiaryBankName', other: 'destinationInstitutionCode' },
)
@LeftOutOfExample('amlApprovalReference')
export class FundsTransferBody extends IntersectionType(
  PickType(OutwardTransferBody, ALWAYS),
  PartialType(OmitType(OutwardTransferBody, [...ALWAYS, ...REPLACED])),
) {
  /** Account number at the destination; for a local transfer also a virtual account number or a ledger code.
   * @example "0987654321" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  beneficiaryAccountNumber!: string;

  /** The `institutionCode` of a bank. Omit it, or send the institution's own code, for a local transfer.
   * @example "000013" */
  @IsOptional()
  @Matches(/^\d{3,6}$/, {
    message: 'destinationInstitutionCode must be digits, an institutionCode from the list of banks or your own code',
  })
  destinationInstitutionCode?: string;
}

/** Fields that are required only for an outward transfer. */
export const OUTWARD_FIELDS = [
  'nameEnquiryRef',
  'originatorAccountName',
  'beneficiaryAccountName',
  'beneficiaryBankName',
] as const satisfies readonly (keyof FundsTransferBody)[];
