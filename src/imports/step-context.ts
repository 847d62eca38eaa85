import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { DataImport } from './data-import.entity';
import type { ImportFileName } from './file-columns';
import type { ImportReferences } from './import-references';
import type { StagedContent } from './imported-line';

/** A staged line as a step reads it. */
export interface StagedLine {
  line: string;
  target_id: string;
  owner_id: string | null;
  balance_kobo: string;
  booked_kobo: string | null;
  branch_code: string | null;
  customer_type: string | null;
  content: StagedContent;
  /** What the lines of `itemsFile` state of the record; null without such lines. */
  items: unknown[] | null;
}

/** The surroundings of one transaction of loading. */
export interface StepContext {
  app: INestApplicationContext;
  tx: Tx;
  started: DataImport;
  references: ImportReferences;
  actor: string;
}

/** A step of loading: the lines that it reads, how many in one transaction, and what it writes of them. */
export interface ImportStep {
  name: string;
  file: ImportFileName;
  linesMax: number;
  /** Only lines with this condition on `r`. */
  where?: string;
  /** The grouped file whose lines belong to the records. */
  itemsFile?: ImportFileName;
  load(context: StepContext, lines: readonly StagedLine[]): Promise<void>;
}
