import { Matches } from 'class-validator';
import { fieldRule } from '../../common/openapi/documented-rule';

export const CERTIFICATE_TYPES = ['PDF', 'Excel'] as const;
export type CertificateType = (typeof CERTIFICATE_TYPES)[number];

/** Property decorator for the type of a certificate's file, in any case. */
const IsCertificateType = (): PropertyDecorator =>
  fieldRule({
    name: 'isCertificateType',
    schema: { type: 'string', enum: [...CERTIFICATE_TYPES] },
    validate: (value) => typeof value === 'string' && /^(PDF|Excel)$/i.test(value),
    expected: 'PDF or Excel',
  });

/** Selects a certificate and its file type. */
export class FixedDepositCertificatePath {
  /**
   * Id of the deposit's term, from the search.
   * @example 20500
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'ID must be a whole number' })
  ID!: string;

  /**
   * `PDF` or `Excel`.
   * @example PDF
   */
  @IsCertificateType()
  type!: string;
}

/** A certificate as a file. */
export class FixedDepositCertificateView {
  /** @example 20500 */
  id!: number;

  /** @example FD-0000010037-01 */
  contractNo!: string;

  /** @example "Okonkwo Ifeoma" */
  accountName!: string;

  /** @example PDF */
  type!: CertificateType;

  /** @example application/pdf */
  mimeType!: string;

  /** @example "fixed-deposit-FD-0000010037-01.pdf" */
  fileName!: string;

  /**
   * The file as a data URL.
   * @example "data:application/pdf;base64,JVBERi0xLjcK"
   */
  document!: string;
}
