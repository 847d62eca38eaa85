import { IsName } from '../../common/text/name-rules';

/** The reason of an export, for the audit log. */
export class ExportPersonalDataBody {
  /** @example "Request of the customer of 21 November 2026" */
  @IsName(500)
  reason!: string;
}
