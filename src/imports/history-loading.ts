import { statSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { readCsvFrom } from './csv-records';
import { DataImport } from './data-import.entity';
import { type StatedEntry, statedEntry } from './history-line';
import type { FoundFile } from './import-files';
import type { ImportProgress } from './import-progress';
import type { ImportTotals } from './import-totals';
import { RecordFields } from './record-fields';
import { WriteBehind } from './write-behind';

const LINES_MAX = 5_000;

/** The step of an import that loads history; the position of the import is then the place in the file. */
export const HISTORY_STEP = 'history';

/** Divides by zero, which undoes the batch, when a line's account is not there: no line is left out. */
const INSERT = `WITH written AS (
  INSERT INTO brought_entry (institution_id, account_id, booked_on, seq, value_date, narration, debit_kobo,
    credit_kobo, balance_kobo, reference)
  SELECT $1, a.ledger_account_id, l.booked_on, l.seq, l.value_date, l.narration, l.debit, l.credit, l.balance, l.reference
    FROM unnest($2::varchar[], $3::date[], $4::bigint[], $5::date[], $6::varchar[], $7::bigint[], $8::bigint[],
                $9::bigint[], $10::varchar[])
      AS l (number, booked_on, seq, value_date, narration, debit, credit, balance, reference)
    JOIN account_number a ON a.institution_id = $1 AND a.number = l.number
  RETURNING 1)
  SELECT 1 / (count(*) = cardinality($2::varchar[]))::int FROM written`;

interface PlacedEntry extends StatedEntry {
  /** Bytes of the file up to the end of the line: it rises with the lines. */
  end: number;
}

/** Another process loads the same import and has moved its position meanwhile. */
class PositionMoved extends Error {}

/** Loads the lines of a file of history that was checked, from the place at which the import stopped. */
export class HistoryLoading {
  private readonly unitOfWork: UnitOfWork;

  constructor(
    app: INestApplicationContext,
    private readonly institutionId: number,
    private readonly importId: number,
    private readonly nextStep: string,
  ) {
    this.unitOfWork = app.get(UnitOfWork);
  }

  /** @param file undefined for an import without history */
  async load(file: FoundFile | undefined, progress: ImportProgress): Promise<void> {
    const { institutionId, importId: id } = this;
    for (;;) {
      const started = await this.unitOfWork.read(institutionId, (tx) =>
        tx.findOneByOrFail(DataImport, { institutionId, id }),
      );
      if (started.step !== HISTORY_STEP) return;
      if (!file) return this.end(started.position);
      progress.begin(HISTORY_STEP, linesLeft(file, started));
      if (await this.loadFrom(file, started, progress)) return;
    }
  }

  /** @returns false when another process has moved the position meanwhile */
  private async loadFrom(
    file: FoundFile,
    { position, cutOverOn }: DataImport,
    progress: ImportProgress,
  ): Promise<boolean> {
    const writes = new WriteBehind();
    let [start, entries] = [position, [] as PlacedEntry[]];
    const write = async (): Promise<void> => {
      const [from, batch] = [start, entries];
      [start, entries] = [batch.at(-1)!.end, []];
      await writes.add(() => this.write(from, batch));
      progress.add(batch.length);
    };
    try {
      for await (const { end, fields } of readCsvFrom(file.path, file.columns, position)) {
        entries.push({ ...statedEntry(new RecordFields(fields), cutOverOn!), end });
        if (entries.length === LINES_MAX) await write();
      }
      if (entries.length > 0) await write();
      await writes.end();
    } catch (error) {
      if (error instanceof PositionMoved) return false;
      throw error;
    }
    await this.end(start);
    return true;
  }

  /** @throws PositionMoved */
  private write(start: number, entries: readonly PlacedEntry[]): Promise<void> {
    const { institutionId, importId: id } = this;
    const column = (value: (entry: PlacedEntry) => string | number | null): (string | number | null)[] =>
      entries.map(value);
    return this.unitOfWork.run(institutionId, async (tx) => {
      const where = { institutionId, id };
      const started = await tx.findOneOrFail(DataImport, { where, lock: { mode: 'for_no_key_update' } });
      if (started.step !== HISTORY_STEP || started.position !== start) throw new PositionMoved();
      await tx.query(INSERT, [
        institutionId,
        column(({ accountNumber }) => accountNumber),
        column(({ bookedOn }) => bookedOn),
        column(({ end }) => end),
        column(({ valueDate }) => valueDate),
        column(({ narration }) => narration),
        column(({ debitKobo }) => debitKobo.toString()),
        column(({ creditKobo }) => creditKobo.toString()),
        column(({ balanceKobo }) => balanceKobo.toString()),
        column(({ reference }) => reference),
      ]);
      await tx.update(DataImport, where, { position: entries.at(-1)!.end });
    });
  }

  private async end(position: number): Promise<void> {
    const { institutionId, importId: id } = this;
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.update(DataImport, { institutionId, id, step: HISTORY_STEP, position }, { step: this.nextStep, position: 0 }),
    );
  }
}

/** The lines behind the position, by its part of the file. */
function linesLeft({ path }: FoundFile, { position, totals }: DataImport): number {
  const lines = (totals as ImportTotals).lines[HISTORY_STEP]?.accepted ?? 0;
  return Math.round(lines * (1 - position / Math.max(1, statSync(path).size)));
}
