import type { INestApplicationContext } from '@nestjs/common';
import { AccountNumbers } from '../accounts/account-numbers';
import { PersonNumbers } from '../accounts/customers/person-numbers';
import { IdAllocator, type IdBlock } from '../common/database/id-allocator';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { type CsvRecord, readCsv } from './csv-records';
import type { FoundFile } from './import-files';
import type { ImportProgress } from './import-progress';
import type { ImportReferences } from './import-references';
import type { ImportedLine } from './imported-line';
import { type LineGroup, lineGroups } from './line-groups';
import { RecordFields } from './record-fields';
import { stagedText } from './staged-json';
import { WriteBehind } from './write-behind';

/** Lines, or groups of lines, that one statement stages. */
const LINES_MAX = 1000;
/** Lines of grouped files that are in memory at most, besides those of the last group. */
const GROUPED_LINES_MAX = 5000;

const STAGE = `WITH written AS (
  INSERT INTO import_row (institution_id, import_id, file, line, key, owner_key, target_id, balance_kobo, branch_code,
    product_code, content, refusal)
  SELECT $1, $2, $3, line, key, owner_key, target_id, balance_kobo, branch_code, product_code, content, refusal
    FROM jsonb_to_recordset($4::jsonb) AS staged (line bigint, key varchar, owner_key varchar, target_id bigint,
      balance_kobo bigint, branch_code varchar, product_code varchar, content jsonb, refusal varchar)
  RETURNING 1)
  SELECT count(*) FROM written`;

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
      if ('isStreamed' in file) continue;
      progress.begin(`reading ${file.name}`);
      await ('groupedBy' in file
        ? this.stageGroups(importId, file, progress)
        : this.stageLines(importId, file, progress));
    }
  }

  private async stageLines(
    importId: number,
    file: Extract<FoundFile, { lineOf: unknown }>,
    progress: ImportProgress,
  ): Promise<void> {
    const writes = new WriteBehind();
    let records: CsvRecord[] = [];
    const write = async (): Promise<void> => {
      const ids = await this.ids.block(records.length);
      const rows: object[] = [];
      for (const record of records) rows.push(await this.rowOfLine(file, record, ids));
      await writes.add(() => this.write(importId, file, rows));
      progress.add(records.length);
      records = [];
    };
    for await (const record of readCsv(file.path, file.columns)) {
      records.push(record);
      if (records.length === LINES_MAX) await write();
    }
    if (records.length > 0) await write();
    await writes.end();
  }

  private async rowOfLine(
    file: Extract<FoundFile, { lineOf: unknown }>,
    { line, fields: columns }: CsvRecord,
    ids: IdBlock,
  ): Promise<object> {
    const fields = new RecordFields(columns);
    const targetId = ids.next();
    const now = this.app.get(Clock).now();
    const context = { ...this.services, references: this.references, targetId, actor: this.actor, now };
    return stagedRow(line, targetId, await file.lineOf(fields, context), fields.refusal());
  }

  private async stageGroups(
    importId: number,
    file: Extract<FoundFile, { groupedBy: string }>,
    progress: ImportProgress,
  ): Promise<void> {
    const writes = new WriteBehind();
    let groups: LineGroup[] = [];
    let lines = 0;
    const write = async (): Promise<void> => {
      const ids = await this.ids.block(groups.length);
      const rows = groups.map(({ line, key, items, lines: count, refusal }) =>
        stagedRow(
          line,
          ids.next(),
          {
            key,
            ownerKey: key,
            balanceKobo: 0n,
            branchCode: null,
            productCode: null,
            content: { rows: [], items, lines: count },
          },
          refusal,
        ),
      );
      await writes.add(() => this.write(importId, file, rows));
      progress.add(lines);
      [groups, lines] = [[], 0];
    };
    for await (const group of lineGroups(readCsv(file.path, file.columns), file.groupedBy, (fields) =>
      file.itemOf(fields, { references: this.references }),
    )) {
      groups.push(group);
      lines += group.lines;
      if (groups.length === LINES_MAX || lines >= GROUPED_LINES_MAX) await write();
    }
    if (groups.length > 0) await write();
    await writes.end();
  }

  private async write(importId: number, file: FoundFile, rows: readonly object[]): Promise<void> {
    const { institutionId } = this.references.institution;
    const json = stagedText(rows);
    await this.unitOfWork.run(institutionId, (tx) => tx.query(STAGE, [institutionId, importId, file.name, json]));
  }
}

function stagedRow(
  line: number,
  targetId: number,
  { key, ownerKey, balanceKobo, branchCode, productCode, content }: ImportedLine,
  refusal: string | null,
): object {
  return {
    line,
    target_id: targetId,
    key: key === '' ? null : key,
    owner_key: ownerKey === '' ? null : ownerKey,
    balance_kobo: balanceKobo,
    branch_code: branchCode,
    product_code: productCode,
    content,
    refusal,
  };
}
