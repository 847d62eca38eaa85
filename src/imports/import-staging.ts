import type { INestApplicationContext } from '@nestjs/common';
import { AccountNumbers } from '../accounts/account-numbers';
import { PersonNumbers } from '../accounts/customers/person-numbers';
import { IdAllocator } from '../common/database/id-allocator';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { type CsvRecord, readCsv } from './csv-records';
import type { FoundFile } from './import-files';
import type { ImportProgress } from './import-progress';
import type { ImportReferences } from './import-references';
import type { ImportedLine } from './imported-line';
import { RecordFields } from './record-fields';

/** Lines that one statement stages. */
const LINES_MAX = 1000;

const STAGE = `INSERT INTO import_row (institution_id, import_id, file, line, key, owner_key, target_id, balance_kobo,
    branch_code, product_code, content, refusal)
  SELECT $1, $2, $3, line, key, owner_key, target_id, balance_kobo, branch_code, product_code, content, refusal
    FROM jsonb_to_recordset($4::jsonb) AS staged (line bigint, key varchar, owner_key varchar, target_id bigint,
      balance_kobo bigint, branch_code varchar, product_code varchar, content jsonb, refusal varchar)`;

/** Reads the files into staged rows, a thousand lines at a time. Refused lines are staged too, with their reason. */
export class ImportStaging {
  private readonly unitOfWork: UnitOfWork;
  private readonly ids: IdAllocator;
  private readonly services: { numbers: AccountNumbers; persons: PersonNumbers };

  constructor(
    private readonly app: INestApplicationContext,
    private readonly references: ImportReferences,
    private readonly actor: string,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
    this.ids = app.get(IdAllocator);
    this.services = {
      numbers: app.get(AccountNumbers, { strict: false }),
      persons: app.get(PersonNumbers, { strict: false }),
    };
  }

  async stage(importId: number, files: readonly FoundFile[], progress: ImportProgress): Promise<void> {
    for (const file of files) {
      progress.begin(`reading ${file.name}`);
      let records: CsvRecord[] = [];
      for await (const record of readCsv(file.path, file.columns)) {
        records.push(record);
        if (records.length < LINES_MAX) continue;
        await this.write(importId, file, records);
        progress.add(records.length);
        records = [];
      }
      await this.write(importId, file, records);
      progress.add(records.length);
    }
  }

  private async write(importId: number, file: FoundFile, records: readonly CsvRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { institutionId } = this.references.institution;
    const ids = await this.ids.block(records.length);
    const now = this.app.get(Clock).now();
    const staged: object[] = [];
    for (const { line, fields: columns } of records) {
      const fields = new RecordFields(columns);
      const targetId = ids.next();
      const context = { ...this.services, references: this.references, targetId, actor: this.actor, now };
      const read = await file.lineOf(fields, context);
      staged.push({ line, target_id: targetId, ...stagedColumns(read), refusal: fields.refusal() });
    }
    const json = JSON.stringify(staged, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
    await this.unitOfWork.run(institutionId, (tx) => tx.query(STAGE, [institutionId, importId, file.name, json]));
  }
}

function stagedColumns({ key, ownerKey, balanceKobo, branchCode, productCode, content }: ImportedLine): object {
  return {
    key: key === '' ? null : key,
    owner_key: ownerKey === '' ? null : ownerKey,
    balance_kobo: balanceKobo,
    branch_code: branchCode,
    product_code: productCode,
    content,
  };
}
