import { Injectable } from '@nestjs/common';
import type { Customer } from '../../accounts/customers/customer.entity';
import { individualCustomerView } from '../../accounts/customers/customer-view';
import { PersonNumbers } from '../../accounts/customers/person-numbers';
import { AuditLogEntry } from '../../common/audit/audit-log-entry.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { Clock } from '../../common/time/clock';
import { Branch } from '../../institutions/branches/branch.entity';
import {
  ACCOUNT_ENTRIES,
  ACCOUNTS_WITH_ENTRIES,
  BEFORE_BROUGHT_ENTRIES,
  BROUGHT_ENTRIES,
  EXPORT_SECTIONS,
  type ExportSection,
} from './export-sections';

/** Entries of all accounts in one export. */
const EXPORT_ENTRIES_MAX = 500_000;
/** Rows in one transaction. */
const PAGE_SIZE = 500;

interface AccountEntries {
  id: string;
  entries: string;
  /** Lines of its history in an earlier system. */
  broughtEntries: string;
}

/** Writes everything that is stored about one person as JSON, page by page (docs/api/personal-data.md#export). */
@Injectable()
export class PersonExport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: PersonNumbers,
    private readonly clock: Clock,
  ) {}

  /**
   * The text of the export, in pieces.
   * @throws EXPORT_TOO_LARGE (422)
   */
  async write(customer: Customer): Promise<AsyncIterable<string>> {
    if (customer.erasedAt) return this.trace(customer);
    const { institutionId, id } = customer;
    const accounts = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<AccountEntries[]>(ACCOUNTS_WITH_ENTRIES, [institutionId, id]),
    );
    const entries = accounts.reduce(
      (sum, account) => sum + Number(account.entries) + Number(account.broughtEntries),
      0,
    );
    if (entries > EXPORT_ENTRIES_MAX)
      throw commonErrors.EXPORT_TOO_LARGE(
        `The accounts have ${entries} entries; an export has at most ${EXPORT_ENTRIES_MAX}. ` +
          'Export the statements of the accounts by period instead.',
        { rows: entries, rowsMax: EXPORT_ENTRIES_MAX },
      );
    return this.pieces(customer, accounts);
  }

  private async *pieces(customer: Customer, accounts: AccountEntries[]): AsyncGenerator<string> {
    const { institutionId, id } = customer;
    const branch = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Branch, { institutionId, id: customer.branchId }),
    );
    const shown = this.persons.shown(true);
    const record = individualCustomerView(customer, branch, shown);
    yield `{"exportedAt":${JSON.stringify(this.clock.now())},"customer":${JSON.stringify(record)}`;
    for (const section of EXPORT_SECTIONS) {
      yield `,"${section.name}":[`;
      yield* this.rows(institutionId, section, id, '');
      yield ']';
    }
    yield ',"broughtEntries":[';
    let separator = '';
    for (const account of accounts) {
      yield* this.rows(
        institutionId,
        { sql: BROUGHT_ENTRIES, first: BEFORE_BROUGHT_ENTRIES },
        Number(account.id),
        separator,
      );
      if (account.broughtEntries !== '0') separator = ',';
    }
    yield '],"entries":[';
    separator = '';
    for (const account of accounts) {
      yield* this.rows(institutionId, { sql: ACCOUNT_ENTRIES }, Number(account.id), separator);
      if (account.entries !== '0') separator = ',';
    }
    yield ']}';
  }

  /** All rows of a query, a page in each transaction, with commas between them. */
  private async *rows(
    institutionId: number,
    { sql, sealedField, first = '0' }: Pick<ExportSection, 'sql' | 'sealedField'> & { first?: string },
    of: number,
    separator: string,
  ): AsyncGenerator<string> {
    let [after, before] = [first, separator];
    for (;;) {
      const page = await this.unitOfWork.read(institutionId, (tx) =>
        tx.query<({ key: string } & Record<string, unknown>)[]>(`${sql} LIMIT ${PAGE_SIZE}`, [
          institutionId,
          of,
          after,
        ]),
      );
      for (const { key, ...row } of page) {
        if (sealedField !== undefined)
          row[sealedField] = withoutMandate(
            this.persons.shown(true).document(institutionId, row[sealedField] as object | string),
          );
        yield before + JSON.stringify(row);
        [after, before] = [key, ','];
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  /** The export of an erased person: that, and when, its data was erased. */
  private async *trace({ institutionId, customerID, erasedAt }: Customer): AsyncGenerator<string> {
    const erasure = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(AuditLogEntry, { institutionId, subject: `customer:${customerID}`, action: 'customer.erase' }),
    );
    yield JSON.stringify({ exportedAt: this.clock.now(), customerID, erasedAt, erasure: erasure?.details ?? null });
  }
}

/** Signatories are people of their own; the person's own mandates are a list of the export. */
function withoutMandate(metadata: object): object {
  if (!('mandate' in metadata) || !Array.isArray(metadata.mandate)) return metadata;
  const { mandate: _, ...others } = metadata;
  return others;
}
