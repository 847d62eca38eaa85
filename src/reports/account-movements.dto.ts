import { OmitType } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../common/files/file-format';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { HistoryQuery, StatementQuery } from './statements.dto';

/** Filters of the movements of the account in the path. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class AccountMovementsQuery extends OmitType(HistoryQuery, ['AccountNumber'] as const) {}

/** The period and the page of the statement of the account in the path. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class AccountStatementQuery extends OmitType(StatementQuery, ['AccountNumber'] as const) {
  /** Answers the whole period as a file.
   * @example "PDF" */
  @IsOptional()
  @IsIn(FILE_FORMATS)
  Format?: FileFormat;
}
